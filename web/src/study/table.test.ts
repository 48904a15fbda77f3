/** A study table against a server that counts: two seats alternate, decisions add up. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Snapshot, Source } from "../protocol";

const SOURCE: Source = { kind: "table", table: "k3J", ply: 4 };

type Body = { source: Source; decisions: number[]; seat: number | null; try?: number[]; level?: number };
const asked: { path: string; body: Body }[] = [];
let answers: Record<string, (body: Body) => unknown>;

function position({ source, decisions, seat }: Body): Partial<Snapshot> {
  const ply = ("ply" in source ? (source.ply ?? 9) : 0) + decisions.length;
  return {
    type: "snapshot", table: "study", seq: ply, ply, game: "town", status: "playing", options: {}, log: [],
    you: seat ?? ply % 2, to_move: ply % 2, seats: [], legal: [1, 2, 3], can: decisions.length ? ["play", "undo"] : ["play"],
    view: { game: "town", scores: [decisions.reduce((sum, one) => sum + one, 0), 0] },
  };
}

const { StudyTable } = await import("./table.svelte");

beforeEach(() => {
  asked.length = 0;
  answers = {
    "/api/study": position,
    "/api/study/preview": (body) => ({ type: "preview", ply: 0, decisions: body.try }),
    "/api/study/bot": () => ({ decisions: [7] }),
  };
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
    const told = JSON.parse(body ?? "null") as Body;
    asked.push({ path, body: told });
    const answer = answers[path]?.(told);
    if (answer instanceof Response) return answer;
    return new Response(JSON.stringify(await answer), { status: 200 });
  });
});

async function opened(seat: number | null = null, options = {}) {
  const table = new StudyTable(SOURCE, seat, options);
  await table.go();
  return table;
}
const play = (table: InstanceType<typeof StudyTable>, ...decisions: number[]) =>
  table.send({ type: "play", table: "study", ply: table.state!.ply, decisions });

test("shows the position of the source, and what is tried from there", async () => {
  const table = await opened();
  expect(table.state).toMatchObject({ seq: 4, to_move: 0, you: 0 });
  await play(table, 2, 3);
  expect(table.decisions).toEqual([2, 3]);
  expect(asked.at(-1)!.body).toEqual({ source: SOURCE, decisions: [2, 3], seat: null });
  expect(table.state).toMatchObject({ seq: 6, view: { scores: [5, 0] } });
});

test("what is shown anew has a number of its own, even at the same point of a game", async () => {
  const table = await opened();
  const first = table.state!.ply;
  await play(table, 1);
  await table.go({ ...SOURCE, ply: 5 });
  const second = table.state!.ply;
  await table.go({ ...SOURCE, ply: 5 });
  expect(new Set([first, second, table.state!.ply]).size).toBe(3);
});

test("a step back takes back a whole play", async () => {
  const table = await opened();
  await play(table, 1);
  await play(table, 2, 3);
  await table.send({ type: "undo", table: "study", ply: table.state!.ply });
  expect(table.decisions).toEqual([1]);
  expect(table.state!.view!.scores[0]).toBe(1);
  await table.undo();
  await expect(table.undo()).rejects.toMatchObject({ reason: "now" });
});

test("something that is no longer shown cannot be played", async () => {
  const table = await opened();
  const { ply } = table.state!;
  await play(table, 1);
  await expect(table.send({ type: "play", table: "study", ply, decisions: [2] })).rejects.toMatchObject({ reason: "stale" });
  expect(table.decisions).toEqual([1]);
});

test("what the rules refuse leaves the position as it is", async () => {
  const table = await opened();
  answers["/api/study"] = () =>
    new Response('{"reason": "rule", "rule": "TOWN-1", "squares": ["a1"], "sentence": "no"}', { status: 409 });
  const shown = table.state;
  await expect(play(table, 5)).rejects.toMatchObject({ reason: "rule", rule: "TOWN-1", squares: ["a1"] });
  expect(table.state).toBe(shown);
  expect(table.decisions).toEqual([]);
});

test("a preview changes nothing", async () => {
  const table = await opened();
  const { ply } = table.state!;
  const preview = await table.send({ type: "preview", table: "study", ply, decisions: [3] });
  expect(preview).toMatchObject({ type: "preview", ply, decisions: [3] });
  expect(asked.at(-1)).toMatchObject({ path: "/api/study/preview", body: { decisions: [], try: [3] } });
  expect(table.decisions).toEqual([]);
});

test("bots answer for the others, and a step back takes their answers along", async () => {
  const table = await opened(null, { reply: 3 });
  await play(table, 1);
  await vi.waitFor(() => expect(table.decisions).toEqual([1, 7]));
  expect(table.state!.to_move).toBe(0);
  expect(asked.find(({ path }) => path === "/api/study/bot")!.body).toEqual({ source: SOURCE, decisions: [1], level: 3 });
  await table.undo();
  expect(table.decisions).toEqual([]);
});

test("a bot can be asked to decide once", async () => {
  const table = await opened();
  await table.letPlay(2);
  expect(table.decisions).toEqual([7]);
  await table.undo();
  expect(table.decisions).toEqual([]);
});

test("an answer of a bot that comes too late is dropped", async () => {
  const table = await opened(null, { reply: 3 });
  let tell = () => {};
  answers["/api/study/bot"] = () => new Promise((done) => (tell = () => done({ decisions: [7] })));
  await play(table, 1);
  await vi.waitFor(() => expect(table.isAnswering).toBe(true));
  await table.go({ ...SOURCE, ply: 2 });
  tell();
  await vi.waitFor(() => expect(table.isAnswering).toBe(false));
  expect(table.decisions).toEqual([]);
  expect(table.state!.seq).toBe(2);
});

test("whoever steps faster than the server answers sees the latest only", async () => {
  const table = await opened();
  const slow: (() => void)[] = [];
  answers["/api/study"] = (body) => new Promise((done) => slow.push(() => done(position(body))));
  const one = table.go({ ...SOURCE, ply: 5 });
  const two = table.go({ ...SOURCE, ply: 6 });
  await vi.waitFor(() => expect(slow.length).toBe(2));
  slow[1]!();
  await two;
  slow[0]!();
  await one;
  expect(table.state!.seq).toBe(6);
});

test("a lesson may keep a play from landing: then only what was picked is forgotten", async () => {
  const seen: number[][] = [];
  const table = await opened(null, { onplay: (played: number[]) => (seen.push(played), false) });
  const { ply } = table.state!;
  await play(table, 2);
  expect(seen).toEqual([[2]]);
  expect(table.decisions).toEqual([]);
  expect(table.state!.ply).not.toBe(ply);
  table.onplay = () => {};
  await play(table, 3);
  expect(table.decisions).toEqual([3]);
});

test("other messages of a table have no place here", async () => {
  const table = await opened();
  await expect(table.send({ type: "resign", table: "study", ply: 1 })).rejects.toMatchObject({ reason: "now" });
});

test("looking back leads through the game and what was tried", async () => {
  const steps = [0, 1, 2, 3, 4, 5].map((n) => ({ seat: null, does: null, view: { n } }));
  answers["/api/tables/k3J/replay?seat=0"] = () => ({ contrada_replay: 1, game: "town", seats: [], steps });
  const table = await opened();
  await play(table, 1);
  await play(table, 2, 3);
  asked.length = 0;
  answers["/api/tables/k3J/replay?seat=1"] = answers["/api/tables/k3J/replay?seat=0"]!;
  const { steps: found } = await table.replay();
  expect(found.length).toBe(8); // the start, four of the game, three tried
  expect(found[5]!.view.scores).toEqual([1, 0]);
  expect(found[6]!.view).toEqual({});
  expect(found[7]!.view.scores).toEqual([6, 0]);
});
