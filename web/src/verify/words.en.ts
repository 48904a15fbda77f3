import type { Messages } from "../i18n";

export default {
  title: "Check a shuffle",
  lead: "Was the order of the tiles fixed before the game began? Anybody can find out.",
  commitment: "Fingerprint",
  "commitment.about": "Shown at the table when the game starts: 64 digits and letters from a to f.",
  salt: "Salt",
  "salt.about": "Shown when the game is over.",
  seed: "Seed",
  "seed.about": "Shown when the game is over; the number that every shuffle follows from.",
  check: "Check",
  right: "It matches.",
  right_about: "This seed was fixed before the game began.",
  wrong: "It does not match.",
  wrong_about: "Look again whether all three were copied in full and from the same game.",
  how: "How it works",
  how_about:
    "Before the first turn the server chooses a seed and shows a fingerprint of it. The fingerprint gives nothing away, but no other seed has it. After the game you see salt and seed and compute the fingerprint again. Your browser does it here, without asking the server wherever it can.",
} satisfies Messages;
