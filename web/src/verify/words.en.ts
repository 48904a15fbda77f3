import type { Messages } from "../i18n";

export default {
  title: "Check a shuffle",
  lead: "Was the order of the tiles and cards fixed before the game began? Anyone can check.",
  commitment: "Fingerprint",
  "commitment.about": "Shown at the table when the game starts: 64 characters, digits and the letters a to f.",
  salt: "Salt",
  "salt.about": "Shown when the game is over.",
  seed: "Seed",
  "seed.about": "Shown when the game is over. Every shuffle follows from this number.",
  check: "Check",
  right: "It matches.",
  right_about: "This seed was fixed before the game began.",
  wrong: "It doesn’t match.",
  wrong_about: "Check that you copied all three in full and from the same game.",
  how: "How it works",
  how_about:
    "Before the first turn, the server chooses a seed and shows its fingerprint. The fingerprint gives nothing away, but no other seed has the same one. After the game you see the salt and the seed, and anyone can compute the fingerprint again. Your browser does that here; it asks the server only if it can’t.",
} satisfies Messages;
