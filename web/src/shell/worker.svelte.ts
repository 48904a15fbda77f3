/** The service worker keeps the shell so that the page opens without waiting, and tells of a new one. */

class Shell {
  /** A new version of the page has been fetched and waits until this one goes. */
  waiting = $state.raw<ServiceWorker | null>(null);

  /** Another tab has let the new version take over; what this one has yet to load may be gone. */
  replaced = $state(false);
  #renewing = false;

  /** Lets the new version take over, and shows it. */
  renew(): void {
    this.#renewing = true;
    if (this.waiting) this.waiting.postMessage("take over");
    else location.reload();
  }

  changed(): void {
    if (this.#renewing) location.reload();
    else this.replaced = true; // no reload unasked: somebody may be filling in a form
  }
}

export const shell = new Shell();

const HOUR = 3_600_000;

export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  let first = !navigator.serviceWorker.controller; // the very first worker replaces nobody
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!first) shell.changed();
    first = false;
  });
  try {
    const registration = await navigator.serviceWorker.register("/sw.js");
    follow(registration);
    setInterval(() => registration.update().catch(() => {}), HOUR);
  } catch {
    /* the page works without, as in a private window */
  }
}

function follow(registration: ServiceWorkerRegistration): void {
  const look = (worker: ServiceWorker | null) => {
    if (worker?.state === "installed" && navigator.serviceWorker.controller) shell.waiting = worker;
  };
  look(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => look(coming));
  });
}
