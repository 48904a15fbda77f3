import type { Messages } from "../../i18n";

export default {
  title: "Urbino",
  about: "Build where both architects can see.",
  summary: "Two players, about {minutes} minutes, nothing hidden.",
  credit: "Urbino is a game by Dieter Stein. The texts and pictures here are our own.",
  "seat.0": "Black",
  "seat.1": "White",
  monuments: "Monuments",
  "monuments.about":
    "Three of your buildings in a line form a monument worth twice as much: town wall 6, ducal palace 10, cathedral 16 points.",
  "monuments.chip": "monuments",
} satisfies Messages;
