import type { Messages } from "../i18n";

export default {
  title: "Studia una partita",
  lead: "Ripercorri una partita turno per turno, da un file o da uno dei tuoi tavoli.",
  choose: "Scegli una partita",
  drop: "Oppure trascina qui il file. Le partite sono i file .json che scarichi da un tavolo.",
  no_record: "Questo file non è la registrazione di una partita.",
  refused: "Questa partita non si può giocare:",
  finished: "Le tue partite finite",
} satisfies Messages;
