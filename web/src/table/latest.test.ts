import { expect, it } from "vitest";
import type { Declined, LogLine, Question, Snapshot } from "../protocol";
import { backBy } from "./clocknotes";
import { latest } from "./latest";
import { Offers } from "./offers.svelte";
import type { Session } from "./session.svelte";

const LINE: LogLine = { seat: 1, ply: 1, does: [], text: "e4", squares: ["e4"], done: true };

/** Ada's table with Bruno, as far as the row of the latest event looks at it. */
function table(more: Partial<Snapshot> = {}, connected = true): Session {
  const live = {
    table: "t", ply: 3, status: "playing", you: 0, to_move: 0, asks: [], declined: [], log: [LINE], online: [true, true],
    seats: [{ kind: "person", guest: "ada" }, { kind: "person", guest: "bruno" }], ...more,
  } as unknown as Snapshot;
  const session = {
    live, shown: live, isConnected: connected, isLooking: false, isAtThisScreen: (seat: number) => seat === 0,
  } as unknown as Session;
  return Object.assign(session, { offers: new Offers(session) });
}

const asked = (seat: number, what: Question["what"] = "draw", yes: number[] = []): Question => ({ what, seat, yes });
const declined = (seat: number, by: number): Declined => ({ what: "draw", seat, by });

it("is the latest move, or at the beginning who plays what", () => {
  expect(latest(table())).toEqual({ kind: "move", line: LINE });
  expect(latest(table({ log: [{ ...LINE, done: false }] }))).toEqual({ kind: "begin" });
});

it("stays while a first move is awaited, together with the time for it", () => {
  const clock = { first_move_by: 60_000 } as unknown as Snapshot["clock"];
  expect(latest(table({ clock }))).toEqual({ kind: "first_move", by: 60_000, line: LINE });
  expect(latest(table({ clock, log: [] }))).toEqual({ kind: "first_move", by: 60_000, line: null });
});

it("is an offer that waits for an answer, before anything else", () => {
  const asks = [asked(0, "takeback"), asked(1)];
  expect(latest(table({ asks, declined: [declined(0, 1)] }))).toEqual({ kind: "offer", ask: asks[1] });
  expect(latest(table({ asks: [asked(1, "rematch", [0])], status: "over" })).kind).toBe("over");
});

it("tells whoever offered something that it was declined, until they have read it", () => {
  const ada = table({ declined: [declined(0, 1)] });
  expect(latest(ada)).toMatchObject({ kind: "declined", what: "draw", by: 1 });
  ada.offers.dismiss();
  expect(latest(ada).kind).toBe("move");
  expect(latest(table({ declined: [declined(1, 0)] })).kind).toBe("move"); // Ada has declined it herself
});

it("shows an offer of one's own as long as it can be withdrawn", () => {
  expect(latest(table({ asks: [asked(0)] }))).toEqual({ kind: "own", ask: asked(0) });
});

it("leaves one's own offer of a rematch to what stands below the board", () => {
  const over = table({ asks: [asked(0, "rematch")], status: "over" });
  expect(latest(over).kind).toBe("own");
  expect(latest(over, true).kind).toBe("over");
});

it("says when a connection is lost, one's own first", () => {
  const away = { to_move: 1, online: [true, false] };
  expect(latest(table(away))).toEqual({ kind: "away", seat: 1 });
  expect(latest(table({ online: [true, false] })).kind).toBe("move"); // nobody waits for Bruno
  expect(latest(table(away, false))).toEqual({ kind: "offline" });
  const clock = { setting: { kind: "turn", hours: 48 } } as unknown as Snapshot["clock"];
  expect(latest(table({ ...away, clock })).kind).toBe("move"); // nobody is expected to be here all the time
});

it("says until when somebody who is away may come back, if anything happens then", () => {
  const may = (...actions: string[]) => ({ can: (action: string) => actions.includes(action) });
  const running = { running: 1, left: [0, 90_000], at: 1000, first_move_by: null, paused: false } as unknown as Snapshot["clock"];
  const away = (more: Partial<Snapshot>, ...actions: string[]) => Object.assign(table({ to_move: 1, online: [true, false], ...more }), may(...actions));
  const by = (session: Session) => backBy(session, 1, 2000);
  expect(by(away({ clock: running }, "claim"))).toEqual({ at: 91_000, then: "claim" });
  expect(by(away({ clock: running, abandoned_at: [null, 60_000] }, "claim", "give"))).toEqual({ at: 60_000, then: "give" });
  expect(by(away({ clock: { ...running!, first_move_by: 50_000 } }, "claim"))).toEqual({ at: 50_000, then: "free" });
  expect(by(away({ clock: null, abandoned_at: [null, 60_000] }))).toBeNull(); // only the host may
  expect(by(away({ clock: null, abandoned_at: [null, 1000] }, "give"))).toBeNull(); // it has happened
});

it("says that the one who is awaited has days off, present or not", () => {
  const until = Date.now() + 86_400_000;
  const clock = { off: [until, until] } as unknown as Snapshot["clock"];
  expect(latest(table({ to_move: 1, online: [true, false], clock }))).toEqual({ kind: "off", seat: 1, until });
  expect(latest(table({ to_move: 0, clock })).kind).toBe("move"); // Ada's own
});

it("is no question for those who only watch", () => {
  expect(latest(table({ you: null, asks: [asked(1)] })).kind).toBe("move");
});
