/** The three clocks that most people want, and any clock in words. */
import { t } from "../i18n";
import type { ClockSetting } from "../protocol";
import type { Wishes } from "./wishes";
import "./words";

export const PRESETS = {
  sitting: { clock: "game", minutes: 10, increment: 5 },
  days: { clock: "turn", hours: 48 },
  none: { clock: "none" },
} satisfies Record<string, Partial<Wishes>>;
export type Preset = keyof typeof PRESETS;

export const isPreset = (name: string): name is Preset => name in PRESETS;

/** "8 hours", "2 days" */
export function timeOf(hours: number): string {
  return hours % 24 ? t("new.hours", { n: hours }) : t("new.days", { n: hours / 24 });
}

/** "10 minutes each, and 5 seconds back after every move": what the numbers of a clock mean. */
export function clockWords(clock: ClockSetting | null): string {
  if (!clock) return t("new.words.none");
  if (clock.kind === "turn") return t("new.words.turn", { time: timeOf(clock.hours) });
  const minutes = t("new.n_minutes", { n: clock.minutes });
  if (!clock.increment) return t("new.words.bank", { minutes });
  return t("new.words.game", { minutes, seconds: t("new.n_seconds", { n: clock.increment }) });
}
