import type { Messages } from "../i18n";

export default {
  title: "Study a game",
  lead: "Go through a game turn by turn, from a record or from one of your tables.",
  choose: "Choose a record",
  drop: "Or drop the file here. Records are the .json files you download from a table.",
  no_record: "This file isn’t a record of a game. Choose a .json file that you downloaded from a table.",
  refused: "This record can’t be played:",
  finished: "Your finished games",
  kept: "Seen on this device",
  replay: "Replay",
} satisfies Messages;
