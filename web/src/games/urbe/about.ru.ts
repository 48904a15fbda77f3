import type { Messages } from "../../i18n";

export default {
  title: "Урбе",
  about: "Купите участки для города из шестнадцати и порадуйте короля.",
  summary: "От двух до четырёх игроков, около {minutes} минут, тайные указы.",
  credit: "В правилах игры Urbe: For the King автор не назван. Слова и рисунки здесь наши.",
  ours: "«Урбе»", // within rules.how.ours
  useful_eight: "Полезная восьмёрка",
  "useful_eight.about":
    "Каждый игрок тянет двух из восьми дополнительных персонажей и одного оставляет себе на всю партию.",
  "useful_eight.chip": "полезная восьмёрка",
} satisfies Messages;
