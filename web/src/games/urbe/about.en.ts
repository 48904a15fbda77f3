import type { Messages } from "../../i18n";

export default {
  title: "Urbe",
  about: "Buy tiles for a city of sixteen, please the king.",
  summary: "Two to four players, about {minutes} minutes, secret decrees.",
  credit: "The rules of Urbe: For the King name no author. The words and pictures here are ours.",
  ours: "Urbe", // within rules.how.ours
  useful_eight: "The Useful Eight",
  "useful_eight.about": "Each player draws two of eight further characters and keeps one for the game.",
  "useful_eight.chip": "Useful Eight",
} satisfies Messages;
