/** What the page knows of the server's limits is what the server says. */
import { expect, test } from "vitest";
import * as protocol from "./protocol";

const sources = import.meta.glob<string>(
  ["./protocol.ts", "../../src/contrada/server/{protocol,readiness}.py"],
  { query: "?raw", import: "default", eager: true },
);
const source = (name: string) => Object.entries(sources).find(([path]) => path.endsWith(`/${name}`))![1];
const server = source("protocol.py");

test.each(["LONGEST_NAME", "LONGEST_CHAT"] as const)("%s is the server's", (limit) => {
  const [, said] = new RegExp(`^${limit} = (\\d+)$`, "m").exec(server)!;
  expect(protocol[limit]).toBe(Number(said));
});

const quoted = (text: string) => [...text.matchAll(/"(\w+)"/g)].map(([, word]) => word);

test.each([
  ["reasons of refusals", /^ {2}reason: (.*);$/m, "protocol.py", /^Reason = Literal\[(.*)\]$/m],
  ["states of games", /^export type GameState = (.*);$/m, "readiness.py", /^State = Literal\[(.*)\]$/m],
])("the %s are the server's", (_, ours, file, theirs) => {
  const [, here] = ours.exec(source("protocol.ts"))!;
  const [, there] = theirs.exec(source(file))!;
  expect(quoted(here!)).toEqual(quoted(there!));
});
