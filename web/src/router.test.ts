import { expect, test } from "vitest";
import { match } from "./router";
import worker from "./sw.js?raw";

const ADDRESSES: [string, string, ReturnType<typeof match>][] = [
  ["/", "", { page: "home" }],
  ["/new", "?game=urbino&with=computer", { page: "new", game: "urbino", computer: true, listed: false }],
  ["/new", "?with=friends&listed=1", { page: "new", game: null, computer: false, listed: true }],
  ["/t/k3J", "", { page: "table", id: "k3J" }],
  ["/t/k3J/", "", { page: "table", id: "k3J" }],
  ["/t/k3J/replay", "", { page: "table_replay", id: "k3J" }],
  ["/t/k3J/study", "", { page: "table_study", id: "k3J" }],
  ["/t/k3J/replay/8", "", { page: "table_replay", id: "k3J" }],
  ["/t/k3J/study/8-1/12-45", "?marks=ge5", { page: "table_study", id: "k3J" }],
  ["/study", "", { page: "replay" }],
  ["/study/urbe", "?seed=7", { page: "free", game: "urbe" }],
  ["/study/urbe/12-45", "", { page: "free", game: "urbe" }],
  ["/learn", "", { page: "learn" }],
  ["/learn/urbino", "", { page: "lesson", game: "urbino", table: null }],
  ["/learn/urbino", "?table=k3J", { page: "lesson", game: "urbino", table: "k3J" }],
  ["/learn/urbino/second", "", { page: "second", game: "urbino", table: null }],
  ["/learn/urbino/second", "?table=k3J", { page: "second", game: "urbino", table: "k3J" }],
  ["/learn/urbino/2", "", { page: "puzzle", game: "urbino", number: 2 }],
  ["/rules", "", { page: "rules", game: null }],
  ["/rules/urbe", "", { page: "rules", game: "urbe" }],
  ["/replay", "", { page: "replay" }],
  ["/verify", "", { page: "verify" }],
  ["/me", "", { page: "me" }],
  ["/mail", "", { page: "mail" }],
  ["/watch", "", { page: "watch" }],
  ["/t", "", { page: "missing" }],
  ["/t/k3J/other", "", { page: "missing" }],
  ["/learn/urbino/first", "", { page: "missing" }],
  ["/rules/urbe/more", "", { page: "missing" }],
  ["/metrics", "", { page: "missing" }],
  ["/watch/more", "", { page: "missing" }],
  ["/home", "", { page: "missing" }],
];

test.each(ADDRESSES)("%s%s", (path, search, route) => {
  expect(match(path, search)).toEqual(route);
});

/** As it stands in the worker, which is built apart and can import nothing. */
const kept = new RegExp(/^const PAGES =\s+\/(.+)\/;$/m.exec(worker)![1]!);

test.each(ADDRESSES)("without a network %s%s opens if it is a page", (path, _, { page }) => {
  expect(kept.test(path)).toBe(page !== "missing");
});
