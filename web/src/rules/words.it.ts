import type { Messages } from "../i18n";

export default {
  title: "Regole",
  of: "Regole di {game}",
  lead: "{games} in cui si costruisce una città. Ogni pagina comincia con quanto basta per la prima partita e finisce con l’ultima eccezione.",
  read: "Leggi le regole",
  read_of: "Leggi le regole di {game}",
  lesson: "Prima lezione",
  lesson_of: "Prima lezione: {game}",
  play: "Gioca contro il computer",
  print: "Stampa",
  contents: "In questa pagina",
  ruling: "decisione nostra",
  failed: "Non è stato possibile caricare le regole",
  again: "Riprova",
  how: "Come leggere queste pagine",
  "how.ids": "Ogni regola ha un nome, per esempio {id}. Quando una mossa viene rifiutata, il tavolo cita la regola e rimanda al suo testo.",
  "how.stars": "La stella indica una decisione nostra: in quel punto la fonte tace o non è chiara.",
  "how.ours": "Le tessere e le carte {games} sono nostre, perché i regolamenti non riportano gli originali. Le loro pagine dicono quali sono e quale file modificare.",

  // At the table
  rule: "Regola",
  rule_named: "Regola {id}",
  whole: "Apri le regole in questo punto",
  loading: "Carico la regola…",
  counted: "Come si calcola?",
  about_turn: "Regole per questo turno",
} satisfies Messages;
