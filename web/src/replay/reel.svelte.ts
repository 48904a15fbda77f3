/** A replay being watched: the turn shown, and playing it automatically. */

import { botTitle, levelTitle } from "../catalogue";
import type { GameFace } from "../games/face";
import { t } from "../i18n";
import type { LogLine, Replay, View } from "../protocol";
import { distinct } from "../table/turns";
import type { Watched } from "../table/watched";
import { Film } from "./film";

export const SPEEDS = { slow: 2600, usual: 1400, fast: 600 } as const;
export type Speed = keyof typeof SPEEDS;
const START = -1;

export class Reel implements Watched {
  readonly face: GameFace;
  readonly film: Film;
  readonly log: LogLine[];
  readonly preview = null;
  /** The line shown; the start comes before the first. */
  line: number = $state(START);
  pointed: string[] | null = $state.raw(null);
  isPlaying: boolean = $state(false);
  speed: Speed = $state("usual");
  /** Whether the latest change was more than a step, so that the browser's Back should undo it. */
  isJump = false;

  constructor(face: GameFace, replay: Replay, line = START) {
    this.face = face;
    this.film = new Film(replay);
    this.log = this.film.lines();
    this.line = Math.min(line, this.log.length - 1);
  }

  get game(): string {
    return this.film.replay.game;
  }
  /** Records name bots by their level. */
  get names(): string[] {
    return distinct(this.film.replay.seats.map(localName), (seat) => this.face.seatName(seat, this.film.view(0)));
  }
  get you(): number | null {
    return this.film.replay.seat;
  }
  get step(): number {
    return this.line === START ? 0 : this.log[this.line]!.ply;
  }
  get view(): View {
    return this.film.view(this.step);
  }
  get toMove(): number | null {
    return this.film.toMove(this.step);
  }
  get last(): string[] {
    return this.log[this.line]?.squares ?? [];
  }
  get atStart(): boolean {
    return this.line === START;
  }
  get atEnd(): boolean {
    return this.line === this.log.length - 1;
  }

  /** For the log: the line shown is the one looked back at. */
  readonly lookback = this.#lookback();
  #lookback() {
    const reel = this; // the getter below has a `this` of its own
    return {
      get at(): number {
        return reel.line;
      },
      go: (line: number | null) => this.go(line ?? this.log.length - 1, true),
      step: (by: number) => this.go(this.line + by),
    };
  }

  go(line: number, isJump = false): void {
    this.isJump = isJump;
    this.line = Math.max(START, Math.min(line, this.log.length - 1));
    if (this.atEnd) this.isPlaying = false;
  }

  /** The place as an address names it: the number of turns. */
  get written(): string {
    return this.atStart ? "" : String(this.line + 1);
  }

  /** Goes where an address leads, or to the nearest turn there is; then it returns false. */
  open(place: string): boolean {
    const [turn = ""] = place.split("?");
    this.isPlaying = false;
    this.go(/^\d{1,4}$/.test(turn) ? Number(turn) - 1 : START);
    return this.written === turn;
  }

  /** Plays from here, or from the start if it is at the end. */
  play(): void {
    if (this.atEnd) this.line = START;
    this.isPlaying = this.log.length > 0;
  }

  /** Steps forward while it plays. Call it in an effect. */
  run(): (() => void) | void {
    if (!this.isPlaying) return;
    const timer = setInterval(() => this.go(this.line + 1), SPEEDS[this.speed]);
    return () => clearInterval(timer);
  }
}

function localName(name: string): string {
  const [, bot, level] = /^(.+) \(bot (\d+)\)$/.exec(name) ?? [];
  if (bot !== undefined) return t("table.bot", { name: botTitle(bot), level: levelTitle(Number(level), level) });
  const old = /^Bot (\d+)$/.exec(name)?.[1]; // in records from before bots had names
  return old === undefined ? name : levelTitle(Number(old), name);
}
