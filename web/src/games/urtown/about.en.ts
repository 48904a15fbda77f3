import type { Messages } from "../../i18n";

export default {
  title: "Urtown",
  about: "Place tiles, capture tiles, and keep your own together.",
  summary: "Two to five players, about {minutes} minutes, tiles drawn at random.",
  credit: "Urtown is a game by Kory Heath, also known as Uptown. The texts and pictures here are our own.",
  capture: "Captures",
  "capture.about": "Which of your opponents’ tiles you may capture.",
  "capture.whole": "Any tile, if no group is split",
  "capture.whole.about": "The usual rule: the rest of the group must stay in one piece.",
  "capture.singletons": "Singletons only",
  "capture.singletons.about": "As the Russian rules have it: only tiles that touch no other tile of their colour.",
  "capture.singletons.chip": "singletons only",
  scoring: "Scoring",
  "scoring.about": "The lowest score wins either way.",
  "scoring.urtown": "Groups",
  "scoring.urtown.about": "Your groups count; captured tiles break ties.",
  "scoring.blockers": "Groups and captured tiles",
  "scoring.blockers.about": "Your groups count, plus the tiles you captured of the colour you captured most.",
  "scoring.blockers.chip": "Blockers! scoring",
} satisfies Messages;
