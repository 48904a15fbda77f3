#!/bin/sh
# Installs Contrada on Debian or Ubuntu, or brings an installation up to date.
set -eu

PLACE=/opt/contrada         # releases, and a link to the one in use
SETTINGS=/etc/contrada      # contrada.env
DATA=/var/lib/contrada      # games and backups
CACHE=/var/cache/contrada   # compiled rules
PERSON=contrada             # the system user that the server runs as
COMMAND=/usr/local/bin/contrada
UNIT=/etc/systemd/system/contrada.service
OLDEST="(3, 11)"            # version of Python
HERE=$(cd "$(dirname "$0")" && pwd)

usage() {
  cat <<END
Usage: install.sh [--wheel FILE | --version VERSION] [--no-systemd] [--no-warm]

Installs Contrada on Debian or Ubuntu: Python if there is none, a system user, the program in a
virtual environment, compiled rules, and a service of systemd. Run it as root. Run it again with
another wheel to bring Contrada up to date; your games and settings stay as they are.

  --wheel FILE        install this wheel; by default, the newest in dist/ or in this folder
  --version VERSION   install this version from your package index
  --no-systemd        set up no service, for containers and other machines without systemd
  --no-warm           compile no rules now; the server does it when it starts
  --help              show this text

It makes $PLACE, $SETTINGS, $DATA, $CACHE,
$COMMAND and $UNIT, and changes nothing else.
END
}

say() { printf '%s\n' "$*"; }

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

misused() {
  printf 'install.sh: %s; see install.sh --help\n' "$*" >&2
  exit 2
}

# --- What is wanted ---

read_options() {
  wheel='' version='' with_systemd=yes with_warm=yes
  while [ $# -gt 0 ]; do
    case $1 in
      --wheel) [ $# -ge 2 ] || misused "--wheel needs a file"; wheel=$2; shift ;;
      --version) [ $# -ge 2 ] || misused "--version needs a version"; version=$2; shift ;;
      --no-systemd) with_systemd=no ;;
      --no-warm) with_warm=no ;;
      --help) usage; exit 0 ;;
      *) misused "there is no option $1" ;;
    esac
    shift
  done
  [ -z "$wheel" ] || [ -z "$version" ] || misused "give either --wheel or --version"
}

# The wheel that `make dist` has built, or that lies beside this script.
find_wheel() {
  [ -z "$wheel" ] && [ -z "$version" ] || return 0
  for found in "$HERE"/../dist/contrada-*.whl "$HERE"/contrada-*.whl; do
    if [ -f "$found" ] && { [ -z "$wheel" ] || [ -n "$(find "$found" -newer "$wheel")" ]; }; then
      wheel=$found
    fi
  done
  [ -n "$wheel" ] || misused "there is no wheel here; name one with --wheel, or a --version"
}

check_machine() {
  [ "$(id -u)" = 0 ] || fail "run this as root, for instance with sudo"
  command -v apt-get >/dev/null || fail "this is for Debian and Ubuntu; elsewhere, use pip: see docs/hosting.md"
  [ -z "$wheel" ] || [ -f "$wheel" ] || fail "there is no file $wheel"
  [ "$with_systemd" = no ] || command -v systemctl >/dev/null || fail "there is no systemd here; use --no-systemd"
}

# --- Python and the user ---

# Prints the first Python that is new enough and can make virtual environments.
usable_python() {
  for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$name" -c "import ensurepip, venv, sys; sys.exit(sys.version_info < $OLDEST)" 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  return 1
}

install_packages() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >/dev/null 2>&1
}

find_python() {
  python=$(usable_python) && return 0
  say "Installing Python"
  apt-get -qq update
  install_packages ca-certificates tzdata python3 python3-venv || fail "apt-get cannot install Python"
  # Where the usual Python is too old, a newer one may be there beside it.
  for number in 13 12 11; do
    python=$(usable_python) && return 0
    install_packages "python3.$number" "python3.$number-venv" || true
  done
  python=$(usable_python) || fail "Contrada needs Python 3.11 or newer, and apt-get has none"
}

make_user() {
  getent passwd "$PERSON" >/dev/null \
    || useradd --system --user-group --home-dir "$DATA" --no-create-home --shell /usr/sbin/nologin "$PERSON"
  install -d -m 755 "$PLACE" "$SETTINGS"
  install -d -m 700 -o "$PERSON" -g "$PERSON" "$DATA" "$CACHE"
}

# --- The program ---

# Each release has a folder of its own, so that a running server keeps its files until it is restarted.
name_release() {
  if [ -n "$version" ]; then
    what=contrada==$version release=$PLACE/$version
  else
    number=$(basename "$wheel" | cut -d - -f 2)
    what=$wheel release=$PLACE/$number-$(sha256sum "$wheel" | cut -c 1-8)
  fi
}

install_release() {
  if [ -f "$release/installed" ]; then
    say "$release is installed already"
    return 0
  fi
  say "Installing into $release"
  rm -rf "$release"
  "$python" -m venv "$release"
  # The last one keeps older versions of pip from warning of packages that have no wheel.
  set -- --quiet --disable-pip-version-check --no-cache-dir --use-pep517
  for pins in "$HERE/constraints.txt" "$HERE/../constraints.txt"; do
    [ ! -f "$pins" ] || { set -- "$@" --constraint "$pins"; break; }
  done
  "$release/bin/python" -m pip install "$@" "$what" || fail "the packages cannot be installed, see above"
  touch "$release/installed"
}

write_settings() {
  [ ! -f "$SETTINGS/contrada.env" ] || return 0
  cat >"$SETTINGS/contrada.env" <<END
# The settings of the server. After a change: systemctl restart contrada
# Any options of \`contrada serve\`, such as --host 0.0.0.0, or --proxy 127.0.0.1 behind a web server:
CONTRADA_OPTIONS=""
CONTRADA_DATABASE="$DATA/contrada.db"
CONTRADA_BACKUP_TO="$DATA/backups"
CONTRADA_CACHE="$CACHE"
# The house: its name, who may come in, what is offered; see docs/hosting.md.
#CONTRADA_SETTINGS="$SETTINGS/house.toml"
# Where people find the page, and how mails are sent:
#CONTRADA_PUBLIC_URL="https://games.example.org"
#CONTRADA_SMTP="smtp://USER:PASSWORD@mail.example.org:587"
#CONTRADA_MAIL_FROM="Contrada <town@example.org>"
END
  chown "root:$PERSON" "$SETTINGS/contrada.env"
  chmod 640 "$SETTINGS/contrada.env" # it may hold passwords
}

# `contrada admin` and the like work as the server does: as its user, with its settings.
write_command() {
  cat >"$COMMAND" <<END
#!/bin/sh
# Written by install.sh: runs Contrada; for root, as the server's user and with its settings.
set -eu
if [ "\$(id -u)" = 0 ]; then
  set -a
  . $SETTINGS/contrada.env
  set +a
  HOME=$DATA exec setpriv --reuid=$PERSON --regid=$PERSON --init-groups $PLACE/current/bin/contrada "\$@"
fi
exec $PLACE/current/bin/contrada "\$@"
END
  chmod 755 "$COMMAND"
}

warm() {
  [ "$with_warm" = yes ] || return 0
  say "Compiling the rules, which takes a minute or two"
  HOME=$DATA CONTRADA_CACHE=$CACHE setpriv --reuid="$PERSON" --regid="$PERSON" --init-groups \
    "$release/bin/contrada" warm
}

# From here on the new release is the one in use; the one before is kept, older ones are not.
switch() {
  before=$(readlink "$PLACE/current" || true)
  ln -sfn "$release" "$PLACE/next"
  mv -T "$PLACE/next" "$PLACE/current"
  [ "$before" != "$release" ] || return 0
  for old in "$PLACE"/*/installed; do
    old=${old%/installed}
    case $old in
      "$release" | "$before" | "$PLACE/current") ;;
      *) rm -rf "$old" ;;
    esac
  done
}

# --- The service ---

set_up_service() {
  [ "$with_systemd" = yes ] || return 0
  install -m 644 "$HERE/contrada.service" "$UNIT"
  systemctl enable --quiet contrada
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl restart contrada
    say "Contrada is running; 'systemctl status contrada' shows how it is"
  else
    say "Contrada will start with this machine"
  fi
}

read_options "$@"
find_wheel
check_machine
find_python
make_user
name_release
install_release
write_settings
write_command
warm
switch
set_up_service
say "$("$COMMAND" --version) is installed; its settings are in $SETTINGS/contrada.env"
