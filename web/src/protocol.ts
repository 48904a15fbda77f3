/** What goes over the wire: docs/protocol.md in types. The page knows nothing else of the server. */

/** Characters; the server refuses more. */
export const LONGEST_NAME = 24;
export const LONGEST_CHAT = 300;

export type Decision = number;
/** What a decision is made of; `does` is always there. */
export type Parts = { does: string } & Record<string, string | number | null>;
/** A decision of the log as one has seen it: its parts and what came of them. */
export type Account = { does: string } & Record<string, unknown>;
export type View = { game: string; scores: number[] } & Record<string, any>;

export type GameName = string;
/** "waiting" and "compiling": not yet; "loading": in a moment, what needs the game waits for it. */
export type GameState = "waiting" | "compiling" | "loading" | "ready" | "failed";
export interface Option {
  name: string;
  values: (boolean | string)[];
  about: string;
  needs: string;
}
export interface GameFacts {
  name: GameName;
  title: string;
  seats: [number, number];
  seat_names: string[];
  options: Option[];
  decisions: number;
  longest_turn: number;
  hidden: boolean;
  chance: boolean;
  measures: { name: string; fewest: boolean }[];
  state: GameState;
}
export interface Level {
  number: number;
  name: string;
  about: string;
}
export interface Games {
  version: string;
  games: GameFacts[];
  levels: Level[];
}
export interface Decisions {
  game: GameName;
  parts: Parts[];
  implied: Decision[];
}
export interface Guest {
  id: string;
  name: string;
}

export type Options = Record<string, boolean | string>;
export type ClockSetting =
  | { kind: "game"; minutes: number; increment: number }
  | { kind: "turn"; hours: number };
export type SeatWish = { kind: "me" } | { kind: "here"; name: string } | { kind: "open" } | { kind: "bot"; level: number };
export interface NewTable {
  game: GameName;
  options: Options;
  seats: SeatWish[];
  listed: boolean;
  clock: ClockSetting | null;
  random_seats: boolean;
  hints?: boolean; // for the one person among bots; left out: if every other seat is a bot
}

export type Status = "open" | "playing" | "over";
export interface Summary {
  id: string;
  game: GameName;
  options: Options;
  status: Status;
  listed: boolean;
  hints: boolean;
  host: string;
  clock: ClockSetting | null;
  created: number;
  changed: number;
  seats: { kind: SeatKind; name: string; level?: number }[];
  you: number | null;
  to_move: number | null;
  turn: number;
  places: number[] | null;
  scores: number[] | null;
}

export type SeatKind = "person" | "open" | "bot" | "kept";
export interface Seat {
  kind: SeatKind; // "kept": for `guest`, who has yet to sit down (rematch)
  name: string;
  guest: string | null; // public id
  level: number | null; // of a bot
  out: "resigned" | "time" | null; // left the game; with three seats or more a bot plays on
}
/** Milliseconds. The clock of `running` has been running since `at` (server's time `now`). */
export interface Clock {
  setting: ClockSetting;
  left: number[]; // as of `at`
  running: number | null;
  at: number;
  now?: number; // of a snapshot
}
export interface LogLine {
  seat: number;
  ply: number; // the decision count of the game after this turn's last decision so far
  does: Account[];
  text: string;
  squares: string[];
  done: boolean; // false: the turn goes on
}
export interface Question {
  what: "takeback" | "draw";
  seat: number; // who asks
  yes: number[]; // who has agreed so far
}
export interface ChatLine {
  guest: string;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}
export interface Result {
  places: number[];
  results: number[];
  scores: number[];
  decided_by: string | null;
  why: "rules" | "resigned" | "time" | "draw";
  seat: number | null; // who resigned or ran out of time
}
export interface ScoreLine {
  what: string;
  name: string;
  points: number;
  squares: string[];
  goal: boolean;
}
export type Can =
  | "play" | "undo" | "takeback" | "draw" | "answer" | "resign" | "claim"
  | "sit" | "stand" | "give" | "rematch" | "chat" | "mute" | "hint";

export interface Snapshot {
  type: "snapshot";
  table: string;
  seq: number;
  ply: number; // decisions and takings back so far: the same number is the same position
  game: GameName;
  options: Options;
  status: Status;
  listed: boolean;
  hints: boolean; // the table allows them; `can` has "hint" when they can be had
  host: string; // public id of the guest
  you: number | null;
  seats: Seat[];
  clock: Clock | null;
  seed: { commitment: string; salt: string | null; seed: string | null } | null;
  view: View | null; // null before the start
  to_move: number | null;
  legal: Decision[] | null;
  then: Record<string, Decision[]> | null;
  log: LogLine[];
  can: Can[];
  asks: Question[];
  chat: ChatLine[];
  muted: string[]; // guests
  result: Result | null;
  sheet: ScoreLine[][] | null; // at the end
  hands: View[] | null; // at the end, what each seat saw
  rematch: string | null; // the table of the next game
  online: boolean[]; // by seat
  abandoned_at: (number | null)[]; // by seat: from when on an absent person's may be given to a bot
  watchers: number;
}
export interface Delta {
  type: "delta";
  table: string;
  since?: number;
  seq: number;
  set: Partial<Snapshot>;
  view?: Partial<View>;
  log_from?: number;
  log?: LogLine[];
  chat?: ChatLine[];
}
export interface Presence {
  type: "presence";
  table: string;
  online: boolean[];
  abandoned_at: (number | null)[];
  watchers: number;
}
export interface Preview {
  type: "preview";
  id: number;
  table: string;
  ply: number;
  decisions: Decision[];
  view: View;
  to_move: number | null;
  ends_turn: boolean;
  reveals: boolean;
  legal: Decision[] | null;
  then: Record<string, Decision[]> | null;
}
export interface Refused {
  type: "refused";
  id: number | null;
  table: string | null;
  reason: "message" | "who" | "stale" | "rule" | "now" | "limit" | "missing" | "busy" | "preparing";
  sentence: string;
  rule?: string;
  squares?: string[];
  decision?: Decision;
  game?: GameName; // that is not ready
}
export interface Done {
  type: "done";
  id: number | null;
  table?: string; // of a rematch: the new table
}
export interface Home {
  type: "home";
  open: Summary[];
  playing: Summary[];
  yours: Summary[];
}
export interface Hello {
  type: "hello";
  guest: Guest | null;
  version: string;
  now: number;
  games: Record<GameName, GameState>;
}
/** The answer to `hint`: what a search says, by what one's own seat may see. */
export interface Hint {
  type: "hint";
  id: number | null;
  table: string;
  ply: number;
  advice: Advice;
}
export type FromServer =
  | Hello | Snapshot | Delta | Presence | Preview | Refused | Done | Home | Hint
  | { type: "pong"; id: number | null }
  | { type: "games"; states: Record<GameName, GameState> }
  | { type: "closing" };

export type ToServer = { id?: number } & (
  | { type: "watch" | "leave" | "stand" | "rematch"; table: string }
  | { type: "home" | "leave_home" | "ping" }
  | { type: "play" | "preview"; table: string; ply: number; decisions: Decision[] }
  | { type: "undo" | "resign" | "claim" | "hint"; table: string; ply: number }
  | { type: "ask"; table: string; ply: number; what: "takeback" | "draw" }
  | { type: "answer"; table: string; ply: number; what: "takeback" | "draw"; yes: boolean }
  | { type: "sit"; table: string; seat: number }
  | { type: "give"; table: string; seat: number; level: number }
  | { type: "chat"; table: string; text: string }
  | { type: "mute"; table: string; guest: string; muted: boolean }
);

export interface Step {
  seat: number | null;
  turn: number;
  does: Account | null;
  text: string;
  squares: string[];
  to_move: number | null;
  scores: number[];
  view: Partial<View>;
}
export interface Replay {
  contrada_replay: 1;
  game: GameName;
  options: Options;
  title: string;
  seats: string[];
  seat: number | null;
  result: (Pick<Result, "places" | "scores" | "decided_by"> & Partial<Result>) | null;
  steps: Step[];
}

/** What is studied: a finished table or a record after so many decisions, or a position. */
export type Source =
  | { kind: "table"; table: string; ply: number | null }
  | { kind: "record"; record: unknown; ply: number | null }
  | { kind: "position"; game: GameName; options: Options; text: string };
/** A decision that could be taken, and what to expect of it. */
export interface Choice {
  decision: Decision;
  does: Account; // as far as it is certain beforehand
  rest: Account[]; // what is expected to follow within the turn, likewise
  then: { seat: number; does: Account[] }[]; // the turns expected after it
  text: string;
  value: number | null; // result to expect for the seat that decides, 0 to 1; null: not looked at
  share: number; // part of the search that went into it
  certain: boolean; // the value is proved
  turns: string[]; // what is expected to follow, written as turns, this decision first
  line: Decision[]; // the same as decisions
}
export interface Advice {
  seat: number;
  values: number[]; // result to expect for each seat, 0 to 1
  iterations: number;
  seconds: number;
  choices: Choice[]; // the best first, at most 8
}
/** What a decision of a game was worth. */
export interface Judgement {
  ply: number; // decisions before it
  turn: number; // from 1
  seat: number;
  played: Choice;
  choices: Choice[]; // the best few there were
  before: number[]; // result to expect for each seat
  after: number[]; // likewise, after the decision
  loss: number; // what it gave away, 0 to 1
}
export interface Analysis {
  judgements: Judgement[];
  course: [number, number[]][]; // after so many decisions: what each seat could expect
  turning_points: number[]; // indices into judgements, the worst first
  given_away: (number | null)[]; // by seat, a decision on average; null: decided nothing
}
/** An analysis that is waiting, at work or finished; it grows while it works. */
export interface Progress {
  id: string;
  done: number;
  total: number;
  is_over: boolean;
  analysis: Analysis; // what is done so far
}
/** How one has fared at a game, against people or against bots of a level. */
export interface Results {
  game: GameName;
  against: "people" | number;
  seats: number;
  played: number;
  won: number;
  drawn: number; // shared first places
  lost: number;
  mean_place: number;
}
