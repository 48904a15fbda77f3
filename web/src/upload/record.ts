/** A file that somebody chose: a record, or a replay that was worked out before. */
import { api } from "../net";
import type { Replay } from "../protocol";

const LARGEST = 1_000_000;

export class NoRecord extends Error {}

export function read(text: string): Record<string, unknown> {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new NoRecord();
  }
  if (typeof found !== "object" || found === null) throw new NoRecord();
  if (!("contrada" in found) && !("contrada_replay" in found)) throw new NoRecord();
  return found as Record<string, unknown>;
}

export async function replayOf(file: File): Promise<Replay> {
  if (file.size > LARGEST) throw new NoRecord();
  const found = read(await file.text());
  return "contrada_replay" in found ? (found as unknown as Replay) : api.replayOf(found);
}
