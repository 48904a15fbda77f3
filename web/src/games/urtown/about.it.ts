import type { Messages } from "../../i18n";

export default {
  title: "Urtown",
  about: "Posa tessere, prendi tessere, tieni unito il tuo quartiere.",
  summary: "Da due a cinque giocatori, circa {minutes} minuti, tessere pescate a caso.",
  credit: "Urtown è un gioco di Kory Heath, noto anche come Uptown. Le parole e le figure di questa pagina sono nostre.",
  capture: "Prendere tessere",
  "capture.about": "Quali tessere degli altri puoi sostituire con le tue.",
  "capture.whole": "Tutte, senza dividere gruppi",
  "capture.literal": "Solo quelle isolate",
  "capture.literal.about": "La tessera tocca al massimo un’altra del suo colore.",
  "capture.literal.chip": "si prendono solo tessere isolate",
  "capture.whole.about": "La regola usuale: il gruppo che perde la tessera resta unito.",
  scoring: "Punteggio",
  "scoring.about": "In entrambi i casi vince chi ha meno punti.",
  "scoring.urtown": "Gruppi",
  "scoring.urtown.about": "Contano i tuoi gruppi; le tessere prese decidono i pareggi.",
  "scoring.blockers": "Gruppi e prigionieri",
  "scoring.blockers.about": "Contano i tuoi gruppi e le tessere del colore che hai preso di più.",
  "scoring.blockers.chip": "punteggio blockers",
} satisfies Messages;
