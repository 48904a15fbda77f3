import type { Messages } from "../i18n";

export default {
  title: "Watch",
  lead: "Games that are being played and may be looked at. You see what lies open, and no hands.",
  now: "Being played",
  tables: { one: "{n} table", other: "{n} tables" },
  look: "Watch",
  nobody: "Nobody is playing at an open table just now.",
} satisfies Messages;
