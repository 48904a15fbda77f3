import type { Messages } from "../i18n";

export default {
  title: "Rules",
  of: "Rules of {game}",
  lead: "Four games about building a city. Each page begins with what you need for a first game and ends with the last exception.",
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
  "how.ours": "The tiles and cards of Urbania and Urbe are ours, because their rules do not print the originals. Their pages say which, and which file to edit.",
  "urbino.line": "Two players, about 25 minutes, nothing hidden.",
  "urtown.line": "Two to five players, about 30 minutes, tiles drawn by chance.",
  "urbania.line": "Two to five players, about 50 minutes, cards and secret projects.",
  "urbe.line": "Two to four players, about 35 minutes, secret decrees.",
  "urbino.credit": "Urbino is a game by Dieter Stein. The words and pictures here are ours.",
  "urtown.credit": "Urtown is a game by Kory Heath, also known as Uptown. The words and pictures here are ours.",
  "urbania.credit": "Urbania is a game by Simone Luciani. The words and pictures here are ours.",
  "urbe.credit": "The rules of Urbe: For the King name no author. The words and pictures here are ours.",

  // At the table
  rule: "Rule",
  whole: "Open the rules at this place",
  loading: "Fetching the rule…",
  counted: "How is this counted?",
  about_turn: "The rule of this turn:",
} satisfies Messages;
