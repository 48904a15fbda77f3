import type { Messages } from "../i18n";

export default {
  title: "Guarda",
  lead: "Le partite in corso a cui chiunque può assistere. Vedi ciò che è scoperto, non ciò che i giocatori hanno in mano.",
  now: "In corso",
  tables: { one: "{n} tavolo", other: "{n} tavoli" },
  tables_more: "più di {n} tavoli",
  look: "Guarda",
  nobody: "In questo momento nessuno gioca a un tavolo pubblico.",
} satisfies Messages;
