/** What the page knows of the server's limits is what the server says. */
import { expect, test } from "vitest";
import * as protocol from "./protocol";

const [server] = Object.values(
  import.meta.glob<string>("../../src/contrada/server/protocol.py", { query: "?raw", import: "default", eager: true }),
);

test.each(["LONGEST_NAME", "LONGEST_CHAT"] as const)("%s is the server's", (limit) => {
  const [, said] = new RegExp(`^${limit} = (\\d+)$`, "m").exec(server!)!;
  expect(protocol[limit]).toBe(Number(said));
});
