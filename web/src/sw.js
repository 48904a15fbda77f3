// Keeps the shell of the page: index.html and what it loads first. The build fills in VERSION and
// SHELL. Nothing below /api is ever touched, so a position can only come from the server.
const VERSION = "__VERSION__";
const SHELL = ["__SHELL__"];
const CACHE = `contrada-${VERSION}`;
// The addresses of router.ts, which its test compares; anything else is asked of the server.
const PAGES =
  /^\/(new|replay|verify|me|watch|learn(\/[^/]+(\/\d+)?)?|rules(\/[^/]+)?|t\/[^/]+(\/(replay|study))?)?\/?$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
});

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
});

// Files in /assets have their hash in the name: what is kept once is right for ever.
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
