import type { Messages } from "../../i18n";

export default {
  title: "Urtown",
  about: "Posa tessere, cattura quelle altrui e tieni unite le tue.",
  summary: "Da due a cinque giocatori, circa {minutes} minuti, tessere pescate a caso.",
  credit: "Urtown è un gioco di Kory Heath, noto anche come Uptown. I testi e i disegni di questa pagina sono nostri.",
  capture: "Catture",
  "capture.about": "Quali tessere avversarie puoi catturare.",
  "capture.whole": "Tutte, se nessun gruppo si divide",
  "capture.whole.about": "La regola usuale: il gruppo che perde la tessera resta unito.",
  "capture.singletons": "Solo tessere isolate",
  "capture.singletons.about": "Secondo il testo russo: solo tessere che non ne toccano altre del loro colore.",
  "capture.singletons.chip": "solo tessere isolate",
  scoring: "Punteggio",
  "scoring.about": "In entrambi i casi vince il punteggio più basso.",
  "scoring.urtown": "Gruppi",
  "scoring.urtown.about": "Contano i tuoi gruppi; le tessere catturate decidono i pareggi.",
  "scoring.blockers": "Gruppi e tessere catturate",
  "scoring.blockers.about": "Contano i tuoi gruppi e le tessere catturate del colore che hai catturato di più.",
  "scoring.blockers.chip": "punteggio con le catture",
} satisfies Messages;
