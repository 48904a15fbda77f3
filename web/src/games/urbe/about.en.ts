import type { Messages } from "../../i18n";

export default {
  title: "Urbe",
  about: "Build a city of sixteen tiles and please the king.",
  summary: "Two to four players, about {minutes} minutes, secret decrees.",
  credit: "The rules of Urbe: For the King name no author. The texts and pictures here are our own.",
  ours: "Urbe", // within rules.how.ours
  useful_eight: "The Useful Eight",
  "useful_eight.about": "Eight more characters: each player draws two and keeps one for the whole game.",
  "useful_eight.false": "Not in this game",
  "useful_eight.false.about": "You play with your guild’s character only.",
  "useful_eight.beside": "Beside your guild’s character",
  "useful_eight.beside.about": "You play with both.",
  "useful_eight.beside.chip": "Useful Eight",
  "useful_eight.instead": "Instead of your guild’s character",
  "useful_eight.instead.about": "Only the character you keep counts, and you don’t choose a side.",
  "useful_eight.instead.chip": "Useful Eight only",
} satisfies Messages;
