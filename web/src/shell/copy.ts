/** Copies a text and confirms it with a toast. */
import { t } from "../i18n";
import { toast } from "./toast.svelte";

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("shell.copied"));
  } catch {
    toast(t("shell.not_copied"), { refusal: true }); // without https there is no clipboard
  }
}
