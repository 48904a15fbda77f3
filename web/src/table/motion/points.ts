/** Points on their way from where a turn earned them to the seat that has them now. */

import type { Flight } from "../../games/face";
import type { View } from "../../protocol";

/** "market 3" is a square of its own; "2:C4" lies in the city of a seat, and several cities have a C4. */
function placeOf(square: string): string {
  const [city] = /^\d+(?=:)/.exec(square) ?? [];
  return city === undefined ? square.replace(/^.* /, "") : `city ${city}`;
}

export function pointsEarned(before: View, after: View, squares: readonly string[]): Flight[] {
  return after.scores.flatMap((points, seat) => {
    const more = points - (before.scores[seat] ?? points);
    const from = squares.toReversed().map(placeOf);
    const to = [`points ${seat}`, `seat ${seat}`];
    return more > 0 && squares.length ? [{ from, to, text: `+${more}` }] : [];
  });
}
