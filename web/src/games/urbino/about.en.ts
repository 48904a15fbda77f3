import type { Messages } from "../../i18n";

export default {
  title: "Urbino",
  about: "Two architects look at one square: build there.",
  summary: "Two players, about {minutes} minutes, nothing hidden.",
  credit: "Urbino is a game by Dieter Stein. The words and pictures here are ours.",
  "seat.0": "Black",
  "seat.1": "White",
  monuments: "Monuments",
  "monuments.about":
    "Three of your buildings in line make a monument worth twice their value: town wall 6, ducal palace 10, cathedral 16 points.",
  "monuments.chip": "monuments",
} satisfies Messages;
