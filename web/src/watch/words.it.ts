import type { Messages } from "../i18n";

export default {
  title: "Guarda",
  lead: "Le partite in corso a cui si può assistere. Vedi ciò che è scoperto, non le mani degli altri.",
  now: "Si sta giocando",
  tables: { one: "{n} tavolo", other: "{n} tavoli" },
  look: "Guarda",
  nobody: "In questo momento nessuno gioca a un tavolo pubblico.",
} satisfies Messages;
