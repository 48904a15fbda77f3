/** Splits a refusal into what is refused, shown in bold, and why. */

/** "e4 is not a building lot:" and the rest; "Not enough workers." and the rest. A single sentence has no first part. */
export function parted(words: string): [what: string, why: string] {
  const end = words.search(/[.!?:] /) + 1;
  return end > 0 ? [words.slice(0, end), words.slice(end + 1)] : ["", words];
}
