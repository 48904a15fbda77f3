/** Points on their way from where a turn earned them to the seat that has them now. */

import type { Flight } from "../../games/face";
import type { View } from "../../protocol";

export function pointsEarned(before: View, after: View, squares: readonly string[]): Flight[] {
  return after.scores.flatMap((points, seat) => {
    const more = points - (before.scores[seat] ?? points);
    const from = squares.toReversed().map((square) => `square:${square.replace(/^.*[: ]/, "")}`);
    const to = [`points:${seat}`, `seat:${seat}`];
    return more > 0 && squares.length ? [{ from, to, text: `+${more}` }] : [];
  });
}
