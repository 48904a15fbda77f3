/** Texts for screen readers and the title of the window. */

import { t } from "../i18n";
import type { LogLine, Snapshot } from "../protocol";
import { resultText } from "./result";
import type { Watched } from "./watched";

/** A turn in words: "Bruno built a palace on d2". */
export function sentenceOf({ face, names, view }: Watched, line: LogLine): string {
  return face.sentence(line.does, names[line.seat] ?? "", view, names);
}

/** Whose turn it is, in a few words. */
export function turnText(snapshot: Snapshot, names: string[]): string {
  if (snapshot.status === "over") return resultText(snapshot, names);
  if (snapshot.to_move === null) return "";
  if (snapshot.to_move === snapshot.you) return t("table.your_turn");
  return t("table.turn_of", { name: names[snapshot.to_move] ?? "" });
}

/** What has happened since `before`: "Bruno built a palace on d2. Your turn." */
export function news(watched: Watched, before: Snapshot, now: Snapshot): string {
  if (before.ply === now.ply && before.status === now.status) return "";
  const fresh = now.log.filter((line, i) => line.done && line.seat !== now.you && !before.log[i]?.done);
  const said = fresh.map((line) => asSentence(sentenceOf(watched, line)));
  const turn = before.to_move !== now.to_move || before.status !== now.status ? asSentence(turnText(now, watched.names)) : "";
  return [...said, turn].filter(Boolean).join(" ");
}

/** Adds a full stop unless there is some mark at the end. */
export function asSentence(sentence: string): string {
  return sentence === "" || /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
