/** A cross stands for the refusal that is shown now, and for no other. */
import { expect, test } from "vitest";
import type { Refused } from "../../protocol";
import { Attempt } from "./attempt.svelte";

function refusal(): Refused {
  return { type: "refused", id: 1, table: "", reason: "rule", sentence: "no" };
}

test("what is tried has its cross once it is refused, and no longer than that is shown", () => {
  const attempt = new Attempt();
  attempt.begin("e5", null);
  expect(attempt.answeredBy(null)).toBe(null);
  const refused = refusal();
  expect(attempt.answeredBy(refused)).toBe("e5");
  expect(attempt.answeredBy(null)).toBe(null);
  expect(attempt.answeredBy(refused)).toBe("e5"); // somebody has looked back and returned
});

test("a later refusal that comes from elsewhere has no cross", () => {
  const attempt = new Attempt();
  attempt.begin("e5", null);
  attempt.answeredBy(refusal());
  expect(attempt.answeredBy(refusal())).toBe(null);
  expect(attempt.answeredBy(null)).toBe(null);
  expect(attempt.answeredBy(refusal())).toBe(null);
});

test("the next square waits for its own answer", () => {
  const attempt = new Attempt();
  const [first, second] = [refusal(), refusal()];
  attempt.begin("e5", null);
  attempt.answeredBy(first);
  attempt.begin("e6", first);
  expect(attempt.answeredBy(first)).toBe(null);
  expect(attempt.answeredBy(second)).toBe("e6");
});

test("a press that is not refused takes the cross away for good", () => {
  const attempt = new Attempt();
  const first = refusal();
  attempt.begin("e5", null);
  attempt.answeredBy(first);
  attempt.begin(null, first);
  expect(attempt.answeredBy(first)).toBe(null);
  expect(attempt.answeredBy(refusal())).toBe(null);
});

test("the answer may come when what was shown has gone: a decision is taken back first", () => {
  const attempt = new Attempt();
  const earlier = refusal();
  attempt.begin("e5", earlier);
  expect(attempt.answeredBy(null)).toBe(null);
  expect(attempt.answeredBy(refusal())).toBe("e5");
});
