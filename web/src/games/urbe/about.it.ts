import type { Messages } from "../../i18n";

export default {
  title: "Urbe",
  about: "Compra tessere per una città di sedici, accontenta il re.",
  summary: "Da due a quattro giocatori, circa {minutes} minuti, decreti segreti.",
  credit: "Il regolamento di Urbe: For the King non nomina l’autore. Le parole e le figure di questa pagina sono nostre.",
  ours: "di Urbe", // within rules.how.ours
  useful_eight: "Gli otto utili",
  "useful_eight.about": "Ogni giocatore pesca due di otto altri personaggi e ne tiene uno per tutta la partita.",
  "useful_eight.chip": "otto utili",
} satisfies Messages;
