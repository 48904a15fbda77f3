import type { Messages } from "../../i18n";

export default {
  title: "Urbe",
  about: "Costruisci una città di sedici tessere e accontenta il re.",
  summary: "Da due a quattro giocatori, circa {minutes} minuti, decreti segreti.",
  credit: "Il regolamento di Urbe: For the King non nomina l’autore. I testi e i disegni di questa pagina sono nostri.",
  ours: "di Urbe", // within rules.how.ours
  useful_eight: "Gli otto utili",
  "useful_eight.about": "Altri otto personaggi: ognuno ne pesca due e ne tiene uno per tutta la partita.",
  "useful_eight.false": "Non in questa partita",
  "useful_eight.false.about": "Si gioca solo con il personaggio della gilda.",
  "useful_eight.beside": "Insieme al personaggio della gilda",
  "useful_eight.beside.about": "Si gioca con tutti e due.",
  "useful_eight.beside.chip": "otto utili",
  "useful_eight.instead": "Al posto del personaggio della gilda",
  "useful_eight.instead.about": "Conta solo il personaggio che tieni, e non si sceglie un lato.",
  "useful_eight.instead.chip": "solo otto utili",
} satisfies Messages;
