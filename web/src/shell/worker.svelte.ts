/** The service worker caches the shell so that the page opens at once, and reports a new version. */

import { language } from "../i18n";

class Shell {
  /** A new version that has been fetched and waits for this one to close. */
  waiting = $state.raw<ServiceWorker | null>(null);

  /** Another tab switched to the new version; files this tab hasn't loaded yet may be gone. */
  replaced = $state(false);
  /** The worker has something to show without a connection. */
  readonly isKept = "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
  #renewing = false;
  #registration: ServiceWorkerRegistration | null = null;

  /** Finds out whether there is a new version by now. */
  look(): void {
    this.#registration?.update().catch(() => {});
  }

  follows(registration: ServiceWorkerRegistration): void {
    this.#registration = registration;
  }

  /** Switches to the new version. */
  renew(): void {
    this.#renewing = true;
    if (this.waiting) this.waiting.postMessage("take over");
    else location.reload();
  }

  changed(): void {
    if (this.#renewing) location.reload();
    else this.replaced = true; // never reload unasked: someone may be filling in a form
  }
}

export const shell = new Shell();

const HOUR = 3_600_000;
const SOON = 3_000;

export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  let first = !navigator.serviceWorker.controller; // the very first worker replaces nothing
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!first) shell.changed();
    first = false;
  });
  try {
    const registration = await navigator.serviceWorker.register("/sw.js");
    follow(registration);
    void navigator.serviceWorker.ready.then(({ active }) => {
      active?.postMessage({ speaks: language.current });
      if (!savesData()) whenIdle(() => active?.postMessage({ stocks: language.current }));
    });
    clearBadge();
    document.addEventListener("visibilitychange", clearBadge);
    setInterval(() => shell.look(), HOUR);
  } catch {
    /* the page works without it, for example in a private window */
  }
}

/** The reader has asked for few downloads. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work);
  else setTimeout(work, SOON); // Safari
}

function follow(registration: ServiceWorkerRegistration): void {
  shell.follows(registration);
  const look = (worker: ServiceWorker | null) => {
    if (worker?.state === "installed" && navigator.serviceWorker.controller) shell.waiting = worker;
  };
  look(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => look(coming));
  });
}

/** Who is here sees what waits; notices set the number on the icon again. */
function clearBadge(): void {
  if (!document.hidden && "clearAppBadge" in navigator) void navigator.clearAppBadge().catch(() => {});
}
