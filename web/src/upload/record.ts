/** A file chosen by the user: a record, or a replay made from one. */
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

/** The replay of a file, and its record if the file holds one. */
export async function replayOf(file: File): Promise<{ replay: Replay; record: unknown }> {
  if (file.size > LARGEST) throw new NoRecord();
  const found = read(await file.text());
  if ("contrada_replay" in found) return { replay: found as unknown as Replay, record: null };
  return { replay: await api.replayOf(found), record: found };
}
