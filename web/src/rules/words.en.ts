import type { Messages } from "../i18n";

export default {
  title: "Rules",
  of: "Rules of {game}",
  lead: "{games} about building a city. Each page begins with what you need for a first game and ends with the last exception.",
  read: "Rules",
  lesson: "First lesson",
  play: "Play the computer",
  print: "Print",
  contents: "On this page",
  ruling: "our ruling",
  failed: "The rules did not come",
  again: "Try again",
  how: "How to read these pages",
  "how.ids": "Every rule has a name, such as {id}. When the table refuses a move it gives that name, and the name leads to the rule.",
  "how.stars": "A star marks a ruling: the source is silent or unclear there, and we have decided.",
  "how.ours": "The tiles and cards of {games} are ours, because their rules do not print the originals. Their pages say which, and which file to edit.",

  // At the table
  rule: "Rule",
  whole: "Open the rules at this place",
  loading: "Fetching the rule…",
  counted: "How is this counted?",
  about_turn: "The rule of this turn:",
} satisfies Messages;
