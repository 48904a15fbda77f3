// Caches the shell of the page: index.html, what it loads first, and the words of the languages in use.
// The build fills in VERSION, SHELL and WORDS. Requests to /api are never touched, so positions always
// come from the server.
const VERSION = "__VERSION__";
const SHELL = ["__SHELL__"];
const WORDS = { __WORDS__: "" };
const CACHE = `contrada-${VERSION}`;
// The addresses of router.ts (its test compares them); everything else goes to the server.
const PAGES =
  /^\/(new|replay|verify|me|mail|watch|learn(\/[^/]+(\/(\d+|second))?)?|rules(\/[^/]+)?|study(\/.+)?|t\/[^/]+(\/(replay|study)(\/.+)?)?)?\/?$/;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install() {
  const words = (await languages()).map((language) => WORDS[language]);
  await (await caches.open(CACHE)).addAll([...SHELL, ...words]);
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
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  // The first page loaded its words before there was a worker to keep them.
  const words = WORDS[event.data.speaks];
  if (words) event.waitUntil(keep(new Request(words)));
});

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
  }
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
