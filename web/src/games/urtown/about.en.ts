import type { Messages } from "../../i18n";

export default {
  title: "Urtown",
  about: "Lay tiles, take tiles, keep your quarter in one piece.",
  summary: "Two to five players, about {minutes} minutes, tiles drawn by chance.",
  credit: "Urtown is a game by Kory Heath, also known as Uptown. The words and pictures here are ours.",
  capture: "Taking tiles",
  "capture.about": "Which tiles of others you may replace by yours.",
  "capture.whole": "Any that splits no group",
  "capture.literal": "Only loose ones",
  "capture.literal.about": "The tile touches one other of its colour at most.",
  "capture.literal.chip": "only loose tiles are taken",
  "capture.whole.about": "The usual rule: the group that loses the tile stays in one piece.",
  scoring: "Scoring",
  "scoring.about": "In both, fewest points win.",
  "scoring.urtown": "Groups",
  "scoring.urtown.about": "Your groups count; the tiles you took break ties.",
  "scoring.blockers": "Groups and prisoners",
  "scoring.blockers.about": "Your groups count, and the tiles of the colour you took most of.",
  "scoring.blockers.chip": "blockers scoring",
} satisfies Messages;
