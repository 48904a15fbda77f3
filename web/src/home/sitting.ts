import { Refusal } from "../net/refusal";

/** The table exists, but the seat isn't free: still worth going there. */
export function failedSoftly(error: unknown): boolean {
  return error instanceof Refusal && ["now", "stale", "guest", "preparing"].includes(error.reason);
}
