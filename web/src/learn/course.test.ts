/** A lesson and a puzzle, against a server that allows decisions 1 to 5 and refuses 9 by a rule. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Decisions, Lesson, LessonStep, Puzzle } from "../protocol";

type Body = { source: { text: string }; decisions: number[]; seat: number; try?: number[] };
let asked: string[];
let lost: number | null; // a decision that fails to arrive

function position({ decisions, seat }: Body) {
  return {
    type: "snapshot", table: "study", seq: decisions.length, ply: decisions.length, game: "town", status: "playing",
    options: {}, log: [], you: seat, to_move: 0, seats: [], legal: [1, 2], can: ["play", "undo"], result: null,
    view: { game: "town", scores: [] },
  };
}

function preview(body: Body): Response {
  const rule = { 9: "TOWN-9", 8: "TOWN-8" }[body.try![0]!];
  if (!rule) return new Response(JSON.stringify({ type: "preview", ply: 0 }));
  return new Response(JSON.stringify({ type: "refused", reason: "rule", rule, sentence: "no" }), { status: 409 });
}

const { Course } = await import("./course.svelte");
const { Riddle } = await import("./riddle.svelte");

beforeEach(() => {
  asked = [];
  lost = null;
  vi.stubGlobal("window", globalThis); // toasts use its timers
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    const told = JSON.parse(body) as Body;
    if (told.decisions.includes(lost!)) throw new TypeError("no connection");
    asked.push(`${path} ${told.decisions.join()}`);
    if (path === "/api/study/preview") return preview(told);
    if (path === "/api/study/advice") return new Response(JSON.stringify({ seat: 1, values: [0.25, 0.75] }));
    return new Response(JSON.stringify(position(told)));
  });
});

const decisions: Decisions = {
  game: "town",
  parts: ["stay", "build", "build", "sell", "pay"].map((does, square) => ({ does, square: String(square) })),
  implied: [0],
};
const step = (id: string, kind: LessonStep["kind"], more: Partial<LessonStep> = {}): LessonStep => ({
  id, kind, position: null, points: [], expects: [], tries: null, rule: null, replies: [], ...more,
});
const lesson: Lesson = {
  options: {}, seats: 2, seat: 0,
  steps: [
    step("see", "look", { position: "start" }),
    step("build", "do", { expects: [[{ does: "build" }], [{ does: "pay" }]], replies: [[3], [2]] }),
    step("forbidden", "forbidden", { tries: { does: "x" }, rule: "TOWN-9" }),
    step("elsewhere", "do", { position: "other", expects: [[{ does: "sell", square: "3" }]] }),
  ],
};

async function begun() {
  const course = new Course("town", lesson, decisions, 0);
  await course.begin();
  return course;
}
/** Waits for the others, who pause before they play. */
const answered = (course: InstanceType<typeof Course>) =>
  vi.waitFor(() => expect(course.isAnswering).toBe(false), { timeout: 60_000 });
type Table = { state: { ply: number } | null; send: InstanceType<typeof Course>["send"] };
const play = (table: Table, ...played: number[]) =>
  table.send({ type: "play", table: "study", ply: table.state!.ply, decisions: played });
const tries = (table: Table, decision: number) =>
  table.send({ type: "preview", table: "study", ply: table.state!.ply, decisions: [decision] }).catch(() => {});

test("a step to look at waits for nothing", async () => {
  const course = await begun();
  expect(course.isDone).toBe(true);
  await course.next();
  expect(course.step!.id).toBe("build");
  expect(course.isDone).toBe(false);
});

test("it says when another step is on its way, until it has come or failed", async () => {
  const course = await begun();
  await course.next();
  await play(course, 1);
  await play(course, 4);
  await answered(course);
  await course.next();
  await tries(course, 9);
  const { fetch } = globalThis;
  const meanwhile: boolean[] = [];
  vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) => {
    meanwhile.push(course.isTurning);
    return fetch(...request);
  });
  await course.next();
  expect([course.step!.id, course.isTurning, meanwhile]).toEqual(["elsewhere", false, [true]]);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no connection")));
  await expect(course.back()).rejects.toThrow();
  expect([course.step!.id, course.isTurning]).toEqual(["elsewhere", false]);
});

test("a step may ask for a press alone, on a square that could be chosen", async () => {
  const pressing: Lesson = {
    ...lesson, steps: [step("lots", "press", { position: "start", expects: [[{ does: "build" }]] })],
  };
  const course = new Course("town", pressing, decisions, 0);
  await course.begin();
  course.pressed("3"); // nothing can be built there
  expect([course.isDone, course.wrong]).toEqual([false, 1]);
  await play(course, 1);
  expect(course.said).toEqual({ what: "wrong" });
  course.pressed("2");
  expect(course.said).toEqual({ what: "done" });
  expect(asked.filter((one) => one.startsWith("/api/study 1"))).toEqual([]);
});

test("what was not asked is taken back, and after two tries there is a hint", async () => {
  const course = await begun();
  await course.next();
  await play(course, 3);
  expect(course.said).toEqual({ what: "wrong" });
  expect(course.isHinted).toBe(false);
  await play(course, 4);
  expect(course.isHinted).toBe(true);
  expect(asked.filter((one) => one.startsWith("/api/study 3"))).toEqual([]);
});

test("what was asked lands decision by decision, then the others answer", async () => {
  const course = await begun();
  await course.next();
  await play(course, 0, 1); // an implied decision does not count
  expect(course.stage).toBe(1);
  expect(course.said).toBeNull();
  await play(course, 4);
  expect(course.said).toEqual({ what: "done" });
  await answered(course);
  expect(asked.at(-1)).toBe("/api/study 0,1,4,3,2");
});

test("an answer that did not come through comes before the next step", async () => {
  const course = await begun();
  await course.next();
  await play(course, 1);
  lost = 3;
  await play(course, 4);
  await answered(course);
  await expect(course.next()).rejects.toThrow();
  expect(course.step!.id).toBe("build");
  lost = null;
  await course.next();
  expect([course.step!.id, asked.at(-1)]).toEqual(["forbidden", "/api/study 1,4,3,2"]);
});

test("a play where nothing is to be done is said to be in vain", async () => {
  const course = await begun();
  await play(course, 1);
  expect([course.isVain, course.at]).toEqual([true, 0]);
  await course.next();
  expect(course.isVain).toBe(false);
});

test("one can look back at a lesson as at any game", async () => {
  const course = await begun();
  await course.next();
  await play(course, 1);
  expect((await course.replay()).steps).toHaveLength(2);
});

test("half a step can be taken back, and nothing before it", async () => {
  const course = await begun();
  await course.next();
  expect(course.state!.can).not.toContain("undo");
  await play(course, 0, 1);
  expect(course.state!.can).toContain("undo");
  await course.send({ type: "undo", table: "study", ply: course.state!.ply });
  expect(course.stage).toBe(0);
});

async function atForbidden() {
  const course = await begun();
  await course.next();
  await play(course, 1);
  await play(course, 4);
  await answered(course);
  await course.next();
  return course;
}

test("the forbidden is done when the rule itself refuses", async () => {
  const course = await atForbidden();
  await tries(course, 8);
  expect(course.said).toMatchObject({ what: "other" });
  await play(course, 1);
  expect(course.said).toEqual({ what: "allowed" });
  await tries(course, 9);
  expect(course.said).toMatchObject({ what: "refused", refused: { rule: "TOWN-9" } });
  expect(course.isDone).toBe(true);
});

test("a step may set up the board anew, one can go back, and the end is the end", async () => {
  const course = await atForbidden();
  await tries(course, 9);
  await course.next();
  expect(asked.at(-1)).toBe("/api/study ");
  await course.back();
  expect([course.at, asked.at(-1)]).toEqual([2, "/api/study 1,4,3,2"]);
  await tries(course, 9);
  await course.next();
  await play(course, 3);
  await course.next();
  expect(course.isOver).toBe(true);
});

const puzzle: Puzzle = {
  id: "one", options: {}, position: "p", seat: 1, best: [[1, 2], [4]], value: 0.9, rival: [3], rival_value: 0.7, source: "", level: null, themes: [],
};

async function riddle() {
  const found = new Riddle("town", puzzle);
  await found.begin();
  return found;
}

test("a puzzle is solved by any of the best, decision by decision", async () => {
  const asking = await riddle();
  await play(asking, 1);
  expect(asking.end).toBeNull();
  await play(asking, 2);
  expect(asking.end).toBe("solved");
  expect(asking.state!.can).toEqual([]);
});

test("anything else is compared with the best and taken back", async () => {
  const asking = await riddle();
  await play(asking, 3);
  expect(asking.tried).toEqual({ value: 0.75 });
  expect(asking.end).toBeNull();
  await play(asking, 4);
  expect(asking.end).toBe("solved");
});

test("the solution can be looked up", async () => {
  const asking = await riddle();
  await asking.show();
  expect([asking.end, asked.at(-1)]).toEqual(["shown", "/api/study 1,2"]);
});
