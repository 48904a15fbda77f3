import type { Messages } from "../i18n";

export default {
  title: "Studia una partita",
  lead: "Ripercorri una partita turno per turno, da una registrazione o da uno dei tuoi tavoli.",
  choose: "Scegli una registrazione",
  drop: "Oppure trascina qui il file. Le registrazioni sono i file .json che scarichi da un tavolo.",
  no_record: "Questo file non è la registrazione di una partita. Scegli un file .json scaricato da un tavolo.",
  refused: "Questa registrazione non si può riprodurre:",
  finished: "Le tue partite finite",
  kept: "Riviste su questo dispositivo",
  replay: "Rivedi",
} satisfies Messages;
