import type { Messages } from "../i18n";

export default {
  title: "Regole",
  of: "Regole di {game}",
  lead: "{games} in cui si costruisce una città. Ogni pagina comincia con quanto basta per la prima partita e finisce con l’ultima eccezione.",
  read: "Regole",
  lesson: "Prima lezione",
  play: "Gioca contro il computer",
  print: "Stampa",
  contents: "In questa pagina",
  ruling: "decisione nostra",
  failed: "Le regole non sono arrivate",
  again: "Riprova",
  how: "Come leggere queste pagine",
  "how.ids": "Ogni regola ha un nome, per esempio {id}. Quando il tavolo rifiuta una mossa cita quel nome, e il nome porta alla regola.",
  "how.stars": "La stella indica una decisione nostra: lì la fonte tace o non è chiara.",
  "how.ours": "Le tessere e le carte {games} sono nostre, perché i regolamenti non riportano gli originali. Le loro pagine dicono quali sono e quale file modificare.",

  rule: "Regola",
  whole: "Apri le regole in questo punto",
  loading: "Cerco la regola…",
  counted: "Come si conta?",
  about_turn: "La regola di questa mossa:",
} satisfies Messages;
