/** Turns anything that went wrong into a sentence in the current language. */
import { choose, t, type Language } from "../i18n";
import { Disconnected, Refusal } from "../net/refusal";
import { toast } from "./toast.svelte";

/** The server's own sentences are exact, but in English only; the reason is enough to say what to do. */
export function failure(error: unknown): string {
  if (error instanceof Disconnected) return t("shell.failed.lost");
  if (error instanceof Refusal) return t(`shell.failed.${error.reason}`);
  return t("shell.failed.other");
}

export function sayFailure(error: unknown): void {
  toast(failure(error), { refusal: true });
}

/** Changes the language, or says that its words could not be loaded. */
export async function changeLanguage(name: Language): Promise<void> {
  await choose(name).catch(() => toast(t("shell.failed.lost"), { refusal: true }));
}
