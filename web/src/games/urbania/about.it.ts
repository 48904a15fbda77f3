import type { Messages } from "../../i18n";

export default {
  title: "Urbania",
  about: "Rinnova una città in rovina e assumi gli specialisti che ne traggono profitto.",
  summary: "Da due a cinque giocatori, circa {minutes} minuti, carte e progetti segreti.",
  credit: "Urbania è un gioco di Simone Luciani. I testi e i disegni di questa pagina sono nostri.",
  ours: "di Urbania", // within rules.how.ours
  subsidy: "Sovvenzioni",
  "subsidy.about":
    "Ogni giocatore ha un contratto che aggiunge un lavoratore o una moneta arcobaleno a un pagamento, una volta per partita.",
  "subsidy.chip": "sovvenzioni",
  italian_politics: "Politica all’italiana",
  "italian_politics.about": "Un contratto usato torna attivo quando qualcuno ti porta via uno specialista.",
  "italian_politics.chip": "politica all’italiana",
} satisfies Messages;
