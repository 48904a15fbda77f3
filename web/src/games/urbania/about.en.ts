import type { Messages } from "../../i18n";

export default {
  title: "Urbania",
  about: "Renew a run-down city and hire the specialists who profit from it.",
  summary: "Two to five players, about {minutes} minutes, cards and secret projects.",
  credit: "Urbania is a game by Simone Luciani. The texts and pictures here are our own.",
  ours: "Urbania", // within rules.how.ours
  subsidy: "Subsidies",
  "subsidy.about": "Each player has a contract that adds one rainbow worker or coin to a payment, once a game.",
  "subsidy.chip": "subsidies",
  italian_politics: "Italian politics",
  "italian_politics.about": "A used contract becomes active again when somebody hires a specialist away from you.",
  "italian_politics.chip": "Italian politics",
} satisfies Messages;
