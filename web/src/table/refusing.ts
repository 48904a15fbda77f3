/** A refusal in two parts: what is refused, which stands out, and why. */

/** "e4 is no lot:" and the rest; "Not enough workers." and the rest. One plain sentence has no first part. */
export function parted(words: string): [what: string, why: string] {
  const end = words.search(/[.!?:] /) + 1;
  return end > 0 ? [words.slice(0, end), words.slice(end + 1)] : ["", words];
}
