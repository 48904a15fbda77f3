/** What the table asks of a game: how it looks and how it speaks. No face knows a rule. */

import type { Component, Snippet } from "svelte";
import type { Key } from "../i18n";
import type { Account, Outlook, Parts, Picks, Refused, ScoreLine, View } from "../protocol";
import type { Choosing } from "../table/choosing.svelte";

export type { Choosing, Picks };

/** A square that somebody else has changed since your last turn, and in which of their turns; or a square of a line
 * that is being prepared. */
export interface Changed {
  square: string;
  number: number;
  seat: number;
  own?: boolean; // it is yours, in a line that is being prepared
}

export interface BoardProps {
  view: View;
  choosing: Choosing | null; // null: only looking
  preview: View | null; // public view after what is picked or hovered
  you: number | null;
  last: string[]; // squares of the last turn, in the order played; then other places that it changed
  changed?: Changed[]; // by others since your last turn, each with its number
  refused: Refused | null; // squares to point at
  show: Record<string, boolean>; // what the toggles say
  names?: string[]; // who sits there, by seat
  mini?: boolean; // a small picture in a list: nothing in it needs to be read
  turns?: Account[][]; // the last turn of each seat
  pointed?: string[] | null; // squares that a panel points at (`onpoint`)
  onhover?: (parts: Picks | null) => void; // ask for a preview
  outlook?: Outlook | null; // what could come of this position, once it has been asked for
  onlook?: () => void; // ask for it
  onrefuse?: (parts: Picks) => void; // something not legal was tried: ask the server why
  oninstead?: (parts: Picks | null) => void; // takes the latest decision back, for this if it is given
}

export interface SupplyProps extends BoardProps {
  seat: number;
  compact?: boolean; // small, in the strip of a seat on a phone: nothing can be picked there
}

/** A turn of somebody else, for what it changed outside the board. */
export interface AsideProps {
  does: Account[];
  seat: number;
  squares: string[];
  view: View; // after the turn
}

/** What nobody may miss, as long as it is true: the last turns, the last round. */
export interface Announcement {
  key: string; // another key is another announcement
  title: string;
  detail: string;
  brief: string; // beside what is to be done
  turns?: number[]; // the seats that still have a turn, in order
  seat?: number | null; // the one whom it tells; left out: everybody
}

/** Something that flies from one place of the table to another (`table/places.ts`); the first in sight counts. */
export interface Flight {
  from: string[];
  to: string[];
  text?: string; // drawn as words: "+7"
  symbol?: string; // of the pieces
  tint?: string; // behind it
  ink?: string;
  shape?: "piece" | "card" | "tile" | "round";
  pattern?: string; // of a meeple
  turns?: boolean; // round its upright, on the way: a coin
}

export interface WorthProps {
  view: View;
  preview: View | null;
  you: number | null;
  names?: string[]; // who sits there, by seat
  onpoint?: (squares: string[] | null) => void;
}

/** Pieces being set up by hand; the server says whether such a position can come up in a game. */
export interface SetUpProps {
  text: string; // of the position (docs/notation)
  onchange: (text: string) => void;
}

export type SeatSize = "full" | "slim" | "half";

/** What a game that lays out a wide table itself is given to put where it likes. */
export interface WideProps extends BoardProps {
  order: number[]; // seats in the order of play, you last
  middling: boolean; // less than 1100 px wide
  heading: Snippet; // the game and its options
  seat: Snippet<[number, SeatSize]>; // the card of a seat: name, points, clock, its `Supply`
  saying: Snippet; // what a press will do, with the buttons
  refusal: Snippet; // why something was refused; empty most of the time
  desk: Snippet<[boolean?]>; // moves, chat, result and the rest; takes the height there is; true: `Worth` too
  onpoint?: (squares: string[] | null) => void;
}

/** A part of the table that has a tab of its own on a phone: a track, a pool. */
export interface Panel {
  key: string;
  icon: string;
  label(): string; // of the tab, and the heading if there is no title
  title?(): string;
  about?(): string; // under the heading
  Panel: Component<BoardProps>;
}

export interface SeatMarkProps {
  seat: number;
  view: View | null;
}

/** A turn in the log: a picture and a few signs. `entry` is the same as data. */
export interface EntryProps {
  does: Account[];
  seat: number;
  view: View | null;
}

export interface Toggle {
  key: string;
  label: Key;
  initially: boolean;
}

export interface Prompt {
  title: string; // "Build a palace on e4?"
  detail?: string; // "Black 9 → 11"
  action?: string; // what the button says: "Build palace"
}

/** A decision that has no square to click: the table shows it as a button of its own. */
export interface Choice {
  parts: Picks;
  label: string;
  atOnce?: boolean; // its label says all there is to decide: one press plays it
  isFar?: boolean; // what it is about may lie behind a tab of a phone: elsewhere its button is left out where room is little
  name?: string; // the label in full, if there is room for a word only
  icon?: string; // before the label, or in its place where several share a phone
}

/** A rule, which case of it, and what its text speaks of. */
export type Unfit = Required<Pick<Refused, "rule" | "case" | "values">>;

export interface GameFace {
  Board: Component<BoardProps>;
  boardName?(): string; // of its tab on a phone, if it is more than a board: "City"
  boardRatio?: number; // how high its board is for its width, if it is not square
  Supply: Component<SupplyProps>; // what one chooses from or holds
  Worth: Component<WorthProps>; // what the position is worth: districts, groups
  SeatMark: Component<SeatMarkProps>; // small emblem of a seat
  Entry: Component<EntryProps>; // a turn in the log, short
  /** Lays out a wide table, for games that are more than a board between two columns. Its root has
   * `data-presses="choice"`, so that no press on it is lost. */
  Wide?: Component<WideProps>;
  /** Sets up a position piece by piece, for games whose positions are simple enough. */
  setUp?: () => Promise<{ default: Component<SetUpProps> }>;
  /** What a turn changed outside the board; on a phone it lies over its lower edge. Empty if there is nothing. */
  Aside?: Component<AsideProps>;
  /** What nobody may miss in this position. */
  announcement?(view: View): Announcement | null;
  /** What a turn changed besides squares, by the names of places: they are among `last` and `changed`, too. */
  touched?(does: Account[]): string[];
  /** What flies over the table when it goes on from one position to the next, besides points. */
  flights?(before: View, after: View): Flight[];
  /** Round and phase, for the bar of a phone; left out: the number of the turn. */
  when?(view: View): string;
  /** On a phone: tabs in place of the one for `Worth`. */
  panels?: Panel[];
  toggles: Toggle[];
  /** Name of a seat in the present language: "Black", "red". */
  seatName(seat: number, view: View | null): string;
  /** The colour of a seat in charts, if it is not that of its number: "var(--dark-wall)". */
  seatColour?(seat: number, view: View | null): string;
  /** Title of the panel that `Worth` is, for tabs: "Districts". */
  worthName(): string;
  /** A log line in words: "Bruno repositioned an architect from h6 to d5 and built a palace on d2". */
  sentence(does: Account[], who: string, view?: View | null, names?: string[]): string;
  /** What a turn of somebody else means for one's own next ones, after its sentence in a recap; empty if nothing. */
  forYou?(does: Account[], view: View, you: number): string;
  /** The log is in such words unless one likes signs better: no short notation tells all of a turn. */
  tellsInWords?: boolean;
  /** The same in a few signs: "palace d2 h6→d5". */
  line(does: Account[]): string;
  /** The rule that tells what a decision of the log was about, by its id. */
  ruleOf?(decision: Account): string | undefined;
  /** The line under the board. */
  prompt(choosing: Choosing, view: View, preview: View | null, outlook?: Outlook | null): Prompt;
  /** Whether somebody is asked first even if they decide at once: it costs something or holds for the whole game, and
   * nothing takes it back. */
  asksFirst?(parts: Partial<Parts>, view: View): boolean;
  /** Decisions that come together only, each row in the order of taking them: ways to pay. They are
   * gathered in any order. */
  rows?(view: View): Partial<Parts>[][];
  /** What to begin with, if only one thing is sensible: a row to gather, or a decision to pick, but not to confirm. */
  proposal?(view: View): Partial<Parts>[] | null;
  /** Legal decisions without a square: skip, who builds first. */
  choices(choosing: Choosing, view: View): Choice[];
  /** Why nothing like these parts is a decision at all, so that the server cannot be asked. */
  unfit?(parts: Picks): Unfit | null;
  /** A refusal in words, by its rule and case; falls back to the server's sentence. */
  refusal(refused: Refused, parts: Parts | null, view?: View | null): string;
  /** What a line of the score sheet is for; left out: `sheet.<what>` of the game's words. */
  scoreName?(line: ScoreLine, view: View | null): string;
  /** Whether the name of a line says where it is, so that its squares need not be listed. */
  scoresByName?: boolean;
  /** The kind that a line is summed up under; left out: `kinds.<what>` or `sheet.<what>` of the game's words. */
  scoreKind?(line: ScoreLine, sheet: ScoreLine[][]): { key: string; title: string };
  /** The squares to point at for a line, if those of the line do not say whose they are. */
  scoreSquares?(line: ScoreLine, seat: number): string[];
  /** Somebody leaves a table: forgets what was looked at there. */
  leave?(): void;
}
