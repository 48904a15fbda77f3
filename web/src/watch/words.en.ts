import type { Messages } from "../i18n";

export default {
  title: "Watch",
  lead: "Games in progress that anyone can watch. You see what everyone can see, but not the players’ hands.",
  now: "In progress",
  tables: { one: "{n} table", other: "{n} tables" },
  tables_more: "more than {n} tables",
  look: "Watch",
  nobody: "Nobody is playing at a public table right now.",
} satisfies Messages;
