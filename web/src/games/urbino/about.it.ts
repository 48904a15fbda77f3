import type { Messages } from "../../i18n";

export default {
  title: "Urbino",
  about: "Costruisci dove guardano entrambi gli architetti.",
  summary: "Due giocatori, circa {minutes} minuti, niente di nascosto.",
  credit: "Urbino è un gioco di Dieter Stein. I testi e i disegni di questa pagina sono nostri.",
  "seat.0": "Nero",
  "seat.1": "Bianco",
  monuments: "Monumenti",
  "monuments.about":
    "Tre tuoi edifici in linea formano un monumento che vale il doppio: cinta muraria 6, palazzo ducale 10, cattedrale 16 punti.",
  "monuments.chip": "monumenti",
} satisfies Messages;
