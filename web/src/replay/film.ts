/** A replay to step through: every view complete, and its turns as lines of a log. */

import type { LogLine, Replay, Step, View } from "../protocol";

export class Film {
  readonly replay: Replay;
  readonly #views: View[] = [];

  constructor(replay: Replay) {
    this.replay = replay;
  }

  /** How many decisions it has. */
  get length(): number {
    return this.replay.steps.length - 1;
  }

  /** The position after so many decisions. */
  view(step: number): View {
    const steps = this.replay.steps;
    const wanted = Math.min(Math.max(step, 0), this.length);
    for (let next = this.#views.length; next <= wanted; next += 1)
      this.#views.push({ ...this.#views[next - 1], ...steps[next]!.view } as View);
    return this.#views[wanted]!;
  }

  /** The seat to move after so many decisions. */
  toMove(step: number): number | null {
    return this.replay.steps[step]?.to_move ?? null;
  }

  /** The turns, each with its decisions. */
  lines(): LogLine[] {
    const lines: LogLine[] = [];
    let before: Step | null = null;
    this.replay.steps.forEach((step, ply) => {
      if (step.seat === null || !step.does) return;
      const goesOn = before !== null && before.seat === step.seat && before.turn === step.turn;
      before = step;
      if (goesOn) lines[lines.length - 1] = joined(lines[lines.length - 1]!, step, ply);
      else lines.push(begun(step, ply));
    });
    return lines;
  }
}

function begun(step: Step, ply: number): LogLine {
  return { seat: step.seat!, ply, does: [step.does!], text: step.text, squares: step.squares, done: true };
}

function joined(line: LogLine, step: Step, ply: number): LogLine {
  return {
    ...line,
    ply,
    does: [...line.does, step.does!],
    text: `${line.text} ${step.text}`.trim(),
    squares: [...line.squares, ...step.squares],
  };
}
