// Caches the shell of the page: index.html, what it loads first, and the words of the languages in use; and
// later, in the background, what else lessons, puzzles, rules and replays need without a network. The build
// fills in VERSION, SHELL, WORDS and STOCK. Of the answers of the server it keeps only those below, for when
// there is no other: tables and positions always come from the server.
const VERSION = "__VERSION__";
const SHELL = ["__SHELL__"];
const WORDS = { __WORDS__: "" };
const STOCK = { __STOCK__: [] }; // all other files, by language; "" are those without words
const CACHE = `contrada-${VERSION}`;
// The same for everyone, until there is another version.
const LASTING = /^\/api\/(games(\/[^/]+\/decisions)?|lessons\/[^/]+(\/positions)?)$/;
// Replays that somebody has seen here. The page forgets them with its guest (net/seen.ts).
const REPLAY = /^\/api\/tables\/[^/]+(\/replay)?$/;
const SEEN = "contrada-seen";
const MOST_SEEN = 60;
const DAY = 86_400_000;
// The addresses of router.ts (its test compares them); everything else goes to the server.
const PAGES =
  /^\/(new|replay|verify|me|mail|watch|learn(\/[^/]+(\/(\d+|second))?)?|rules(\/[^/]+)?|study(\/.+)?|t\/[^/]+(\/(replay|study)(\/.+)?)?)?\/?$/;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install() {
  const words = (await languages()).map((language) => WORDS[language]);
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL, ...words]);
  for (const path of Object.values(STOCK).flat()) {
    const kept = await caches.match(path); // by an earlier version: the same name is the same file
    if (kept) await cache.put(path, kept);
  }
}

// The languages whose words an earlier version has kept.
async function languages() {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const paths = kept.flat().map((request) => new URL(request.url).pathname);
  return Object.keys(WORDS).filter((language) => paths.some((path) => path.startsWith(`/assets/words-${language}-`)));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE && name !== SEEN).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  // The first page loaded its words before there was a worker to keep them.
  const words = WORDS[event.data.speaks];
  if (words) event.waitUntil(keep(new Request(words)));
  if (event.data.stocks) event.waitUntil(stockUp(event.data.stocks));
});

// One after the other, so that nobody waits for it; what cannot be had now is fetched another time.
async function stockUp(language) {
  for (const path of [...STOCK[""], ...(STOCK[language] ?? [])]) await keep(new Request(path)).catch(() => {});
  const answer = await freshest(new Request("/api/games"), CACHE);
  const { games } = answer.ok ? await answer.json() : { games: [] };
  for (const { name } of games.filter(({ state }) => state === "ready"))
    for (const path of [`/api/games/${name}/decisions`, `/api/lessons/${name}`, `/api/lessons/${name}/positions`])
      await lasting(path);
}

async function lasting(path) {
  const kept = await caches.match(path);
  const age = Date.now() - Date.parse(kept?.headers.get("date") ?? "");
  if (!(age < DAY)) await freshest(new Request(path), CACHE);
}

// What the server says, or what it last said if there is no answer.
async function freshest(request, name) {
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) await remember(name, request, answer.clone());
  const isGone = !answer || answer.status === 502 || answer.status === 504; // as a web server in front says it
  return (isGone && (await caches.match(request))) || answer || Response.error();
}

async function remember(name, request, answer) {
  // A game that is being prepared would stay so for whoever has no connection.
  if (request.url.endsWith("/api/games") && /"(waiting|compiling)"/.test(await answer.clone().text())) return;
  const cache = await caches.open(name);
  await cache.put(request, answer);
  if (name !== SEEN) return;
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_SEEN)).map((old) => cache.delete(old)));
}

// Files in /assets have their hash in the name, so a cached one never goes stale.
async function keep(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (PAGES.test(url.pathname)) event.respondWith(caches.match("/").then((kept) => kept ?? fetch(request)));
  } else if (url.pathname.startsWith("/assets/") || SHELL.includes(url.pathname)) {
    event.respondWith(keep(request));
  } else if (LASTING.test(url.pathname)) event.respondWith(freshest(request, CACHE));
  else if (REPLAY.test(url.pathname)) event.respondWith(freshest(request, SEEN));
});

// --- Notices ---

self.addEventListener("push", (event) => {
  event.waitUntil(tell(event.data.json()));
});

async function tell({ id, title, text, table, url, waiting }) {
  const shown = await self.registration.getNotifications({ tag: table });
  // A notice that comes twice replaces the first one in silence.
  const renotify = !shown.some(({ data }) => data.id === id);
  const look = { icon: "/icon-192.png", badge: "/icon-192.png" };
  await self.registration.showNotification(title, { ...look, body: text, tag: table, renotify, data: { id, url } });
  await navigator.setAppBadge?.(waiting);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});

async function show(url) {
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find((one) => new URL(one.url).pathname === url) ?? pages[0];
  if (!page) return self.clients.openWindow(url);
  await page.focus();
  if (new URL(page.url).pathname !== url) await page.navigate(url);
}

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
});

async function renew({ oldSubscription, newSubscription }) {
  const renewed = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = renewed.toJSON();
  const [language = "en"] = await languages();
  const body = JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, language });
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/me/notices/push", { method: "PUT", headers, body });
}
