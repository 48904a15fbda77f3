import type { Messages } from "../i18n";

export default {
  title: "Study a game",
  lead: "Go through a game turn by turn, from a record or from one of your tables.",
  choose: "Choose a record",
  drop: "Or drop the file here. Records are the .json files that a table gives you to download.",
  no_record: "This file is not a record of a game.",
  refused: "This record cannot be played:",
  finished: "Your finished games",
} satisfies Messages;
