import type { Messages } from "../../i18n";

export default {
  title: "Урбе",
  about: "Соберите город из шестнадцати плиток и порадуйте короля.",
  summary: "От двух до четырёх игроков, около {minutes} минут, тайные указы.",
  credit: "В правилах «Урбе» (Urbe: For the King) автор не назван. Тексты и рисунки здесь наши.",
  ours: "«Урбе»", // within rules.how.ours
  useful_eight: "Полезная восьмёрка",
  "useful_eight.about": "Ещё восемь персонажей: каждый тянет двух и оставляет одного на всю партию.",
  "useful_eight.false": "Не в этой партии",
  "useful_eight.false.about": "Играют только персонажами гильдий.",
  "useful_eight.beside": "Вместе с персонажем гильдии",
  "useful_eight.beside.about": "Играют обоими.",
  "useful_eight.beside.chip": "полезная восьмёрка",
  "useful_eight.instead": "Вместо персонажа гильдии",
  "useful_eight.instead.about": "Играет только оставленный персонаж, сторону не выбирают.",
  "useful_eight.instead.chip": "только полезная восьмёрка",
} satisfies Messages;
