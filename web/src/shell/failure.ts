/** Anything that went wrong, as a sentence in the present language. */
import { t } from "../i18n";
import { Disconnected, Refusal } from "../net/refusal";
import { toast } from "./toast.svelte";

/** Sentences of the server are in English and exact; for people of other languages the reason says enough. */
export function failure(error: unknown): string {
  if (error instanceof Disconnected) return t("shell.failed.lost");
  if (error instanceof Refusal) return t(`shell.failed.${error.reason}`);
  return t("shell.failed.other");
}

export function sayFailure(error: unknown): void {
  toast(failure(error), { refusal: true });
}
