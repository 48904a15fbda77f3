import type { Messages } from "../../i18n";

export default {
  title: "Urbino",
  about: "Due architetti guardano la stessa casella: si costruisce lì.",
  summary: "Due giocatori, circa {minutes} minuti, niente di nascosto.",
  credit: "Urbino è un gioco di Dieter Stein. Le parole e le figure di questa pagina sono nostre.",
  "seat.0": "Nero",
  "seat.1": "Bianco",
  monuments: "Monumenti",
  "monuments.about":
    "Tre tuoi edifici in linea formano un monumento che vale il doppio: cinta muraria 6, palazzo ducale 10, cattedrale 16 punti.",
  "monuments.chip": "monumenti",
} satisfies Messages;
