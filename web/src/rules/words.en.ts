import type { Messages } from "../i18n";

export default {
  title: "Rules",
  of: "Rules of {game}",
  lead: "{games} about building a city. Each page starts with what you need for a first game, then gives every rule in detail.",
  read: "Read the rules",
  read_of: "Read the rules of {game}",
  lesson: "First lesson",
  lesson_of: "First lesson: {game}",
  play: "Play the computer",
  print: "Print",
  contents: "On this page",
  ruling: "our ruling",
  failed: "The rules couldn’t be loaded",
  again: "Try again",
  how: "How to read these pages",
  "how.ids": "Every rule has a name, such as {id}. When a move is rejected, the table names the rule and links to it.",
  "how.stars": "A star marks a ruling: where the source is silent or unclear, we had to decide.",
  "how.ours": "The tiles and cards of {games} are our own, because their rules don’t show the originals. Their pages say what we made up, and which file to edit if you own the game.",

  // At the table
  rule: "Rule",
  rule_named: "Rule {id}",
  whole: "Open the rules at this point",
  loading: "Loading the rule…",
  counted: "How is this scored?",
  about_turn: "Rules for this turn",
} satisfies Messages;
