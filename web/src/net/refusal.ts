/** The server's `refused` as an Error to throw. */
import type { Refused } from "../protocol";

export class Refusal extends Error implements Refused {
  readonly type = "refused";
  readonly id: number | null;
  readonly table: string | null;
  readonly reason: Refused["reason"];
  readonly sentence: string;
  readonly rule?: string;
  readonly case?: string;
  readonly values?: Refused["values"];
  readonly squares?: string[];
  readonly decision?: number;
  readonly game?: string;

  constructor(refused: Partial<Refused> & Pick<Refused, "reason">) {
    super(refused.sentence ?? refused.reason);
    this.name = "Refusal";
    this.id = refused.id ?? null;
    this.table = refused.table ?? null;
    this.reason = refused.reason;
    this.sentence = refused.sentence ?? "";
    if (refused.rule !== undefined) this.rule = refused.rule;
    if (refused.case !== undefined) this.case = refused.case;
    if (refused.values !== undefined) this.values = refused.values;
    if (refused.squares !== undefined) this.squares = refused.squares;
    if (refused.decision !== undefined) this.decision = refused.decision;
    if (refused.game !== undefined) this.game = refused.game;
  }

  /** The game that has to be ready first, if that is the only obstacle. */
  get awaits(): string | null {
    return this.reason === "preparing" && this.game ? this.game : null;
  }
}

/** No answer: there was no connection, or it broke first. */
export class Disconnected extends Error {
  constructor() {
    super("not connected");
    this.name = "Disconnected";
  }
}
