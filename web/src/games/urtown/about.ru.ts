import type { Messages } from "../../i18n";

export default {
  title: "Urtown",
  about: "Кладите фишки, захватывайте чужие, держите свои вместе.",
  summary: "От двух до пяти игроков, около {minutes} минут, фишки вытягивают наугад.",
  credit: "Urtown — игра Кори Хита, известная также как Uptown. Слова и рисунки здесь наши.",
  capture: "Захват фишек",
  "capture.about": "Какие чужие фишки можно заменить своими.",
  "capture.whole": "Любые, не деля групп",
  "capture.literal": "Только одиночки",
  "capture.literal.about": "Фишка касается не больше чем одной фишки своего цвета.",
  "capture.literal.chip": "захват только одиночек",
  "capture.whole.about": "Обычное правило: группа, потерявшая фишку, остаётся целой.",
  scoring: "Подсчёт",
  "scoring.about": "В обоих случаях побеждает тот, у кого очков меньше.",
  "scoring.urtown": "Группы",
  "scoring.urtown.about": "Считаются ваши группы; при равенстве решают захваченные фишки.",
  "scoring.blockers": "Группы и пленные",
  "scoring.blockers.about": "Считаются ваши группы и фишки того цвета, которого вы захватили больше всего.",
  "scoring.blockers.chip": "подсчёт Blockers",
} satisfies Messages;
