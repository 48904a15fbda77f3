import { Refusal } from "../net/refusal";

/** The table is there, only the seat is not: worth going to it all the same. */
export function failedSoftly(error: unknown): boolean {
  return error instanceof Refusal && ["now", "stale", "who", "preparing"].includes(error.reason);
}
