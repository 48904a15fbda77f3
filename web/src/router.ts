/** Which page an address shows. Links are plain <a href>; a click on an internal one doesn't reload. */
import { createSubscriber } from "svelte/reactivity";

export type Route =
  | { page: "home" | "replay" | "verify" | "me" | "mail" | "watch" | "learn" | "host" | "privacy" | "come" | "missing" }
  | { page: "new"; game: string | null; computer: boolean; listed: boolean }
  | { page: "table" | "table_replay" | "table_study"; id: string }
  | { page: "free"; game: string }
  | { page: "rules"; game: string | null }
  | { page: "lesson"; game: string; table: string | null } // a table that the lesson leads back to
  | { page: "second"; game: string; table: string | null } // the second lesson
  | { page: "puzzle"; game: string; number: number };

const PAGES = ["replay", "verify", "me", "mail", "watch", "learn", "host", "privacy", "come"] as const;

export function match(path: string, search = ""): Route {
  const parts = path.split("/").filter(Boolean);
  const [first, id, last] = parts;
  if (first === undefined) return { page: "home" };
  if (first === "t" && id && parts.length === 2) return { page: "table", id };
  // What follows is the place within the game; those pages read it themselves (linking.svelte.ts).
  if (first === "t" && id && last === "replay") return { page: "table_replay", id };
  if (first === "t" && id && last === "study") return { page: "table_study", id };
  if (first === "study") return id ? { page: "free", game: id } : { page: "replay" };
  if (first === "rules" && parts.length <= 2) return { page: "rules", game: id ?? null };
  if (first === "learn" && id && parts.length === 2)
    return { page: "lesson", game: id, table: new URLSearchParams(search).get("table") };
  if (first === "learn" && id && last === "second" && parts.length === 3)
    return { page: "second", game: id, table: new URLSearchParams(search).get("table") };
  if (first === "learn" && id && /^\d+$/.test(last ?? "") && parts.length === 3)
    return { page: "puzzle", game: id, number: Number(last) };
  if (parts.length > 1) return { page: "missing" };
  if (first === "new") {
    const wishes = new URLSearchParams(search);
    return {
      page: "new",
      game: wishes.get("game"),
      computer: wishes.get("with") === "computer",
      listed: wishes.get("listed") === "1",
    };
  }
  const page = PAGES.find((name) => name === first);
  return { page: page ?? "missing" };
}

const MOVED = "contrada:moved";
const follow = createSubscriber((update) => {
  addEventListener("popstate", update);
  addEventListener(MOVED, update);
  return () => {
    removeEventListener("popstate", update);
    removeEventListener(MOVED, update);
  };
});

let present: { address: string; route: Route } | null = null;

/** The current route; components that read it follow navigation. Addresses of the same page give the same
 * object, so that a jump within a page doesn't restart it. */
export function route(): Route {
  follow();
  const address = location.pathname + location.search;
  if (present?.address !== address) present = { address, route: kept(match(location.pathname, location.search)) };
  return present.route;
}

function kept(next: Route): Route {
  return JSON.stringify(present?.route) === JSON.stringify(next) ? present!.route : next;
}

/** What follows the address of a page, without a slash before it; null on another page. Components that
 * read it follow navigation. */
export function placeIn(base: string): string | null {
  follow();
  const { pathname, search } = location;
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return null;
  return pathname.slice(base.length).replace(/^\/|\/$/g, "") + search;
}

export function joined(base: string, place: string): string {
  return base + (place === "" || place.startsWith("?") ? place : `/${place}`);
}

/** Names another place of the same page in the address. The page goes there by itself. */
export function moveTo(base: string, place: string, { replace = false } = {}): void {
  const address = joined(base, place);
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new Event(MOVED));
}

/** `replace` leaves no entry in the history: going back from a new table should skip its form. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  present = null; // going to the current address restarts the page
  dispatchEvent(new Event(MOVED));
  scrollTo(0, 0);
}

/** Leaves links to other sites, new tabs and downloads to the browser. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || /^\/(api|docs)\b/.test(to.pathname)) return;
  if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
  event.preventDefault();
  go(to.pathname + to.search + to.hash);
}
