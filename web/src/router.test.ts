import { expect, test } from "vitest";
import { match } from "./router";

test.each([
  ["/", "", { page: "home" }],
  ["/new", "?game=urbino&with=computer", { page: "new", game: "urbino", computer: true, listed: false }],
  ["/new", "?with=friends&listed=1", { page: "new", game: null, computer: false, listed: true }],
  ["/t/k3J", "", { page: "table", id: "k3J" }],
  ["/t/k3J/", "", { page: "table", id: "k3J" }],
  ["/t/k3J/replay", "", { page: "table_replay", id: "k3J" }],
  ["/replay", "", { page: "replay" }],
  ["/verify", "", { page: "verify" }],
  ["/me", "", { page: "me" }],
  ["/watch", "", { page: "watch" }],
  ["/t", "", { page: "missing" }],
  ["/t/k3J/other", "", { page: "missing" }],
  ["/watch/more", "", { page: "missing" }],
  ["/home", "", { page: "missing" }],
])("%s%s", (path, search, route) => {
  expect(match(path, search)).toEqual(route);
});
