import type { Messages } from "../i18n";

export default {
  title: "Смотреть",
  lead: "Партии, которые идут сейчас и открыты для зрителей. Видно то, что открыто всем, но не то, что у игроков на руках.",
  now: "Сейчас играют",
  tables: { one: "{n} стол", few: "{n} стола", many: "{n} столов", other: "{n} стола" },
  tables_more: "столов: больше {n}",
  look: "Смотреть",
  nobody: "Сейчас никто не играет за открытым столом.",
} satisfies Messages;
