import type { Messages } from "../../i18n";

export default {
  title: "Urtown",
  about: "Выкладывайте фишки, захватывайте чужие, держите свои вместе.",
  summary: "От двух до пяти игроков, около {minutes} минут, фишки вытягивают наугад.",
  credit: "Urtown — игра Кори Хита, известная также как Uptown. Тексты и рисунки здесь наши.",
  capture: "Захват фишек",
  "capture.about": "Какие чужие фишки можно захватить.",
  "capture.whole": "Любые, если группы не делятся",
  "capture.whole.about": "Обычное правило: группа, потерявшая фишку, остаётся целой.",
  "capture.singletons": "Только одиночки",
  "capture.singletons.about": "По русскому тексту: только фишки, которые не касаются других фишек своего цвета.",
  "capture.singletons.chip": "только одиночки",
  scoring: "Подсчёт",
  "scoring.about": "В обоих случаях побеждает наименьший счёт.",
  "scoring.urtown": "Группы",
  "scoring.urtown.about": "Считаются ваши группы; при равенстве решают захваченные фишки.",
  "scoring.blockers": "Группы и захваченные фишки",
  "scoring.blockers.about": "Считаются ваши группы и фишки того цвета, которого вы захватили больше всего.",
  "scoring.blockers.chip": "подсчёт Blockers!",
} satisfies Messages;
