/** Names of people. */
import { NOBODY, UNNAMED } from "../protocol";

/** Whether a name says who somebody is: not "Guest", in any language. */
export function isGiven(name: string): boolean {
  return name !== "" && name !== NOBODY && !UNNAMED.includes(name.replace(/ \(\d+\)$/, ""));
}
