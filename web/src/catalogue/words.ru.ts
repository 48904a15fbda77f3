import type { Messages } from "../i18n";

export default {
  players: { one: "{n} игрок", few: "{n} игрока", many: "{n} игроков", other: "{n} игрока" },
  players_range: { one: "{from}–{n} игрок", few: "{from}–{n} игрока", many: "{from}–{n} игроков", other: "{from}–{n} игрока" },
  minutes: "{n} мин",

  "urbino.title": "Урбино",
  "urbino.about": "Два архитектора смотрят на одну клетку: здесь и строим.",
  "urbino.seat.0": "Чёрные",
  "urbino.seat.1": "Белые",
  "urbino.monuments": "Памятники",
  "urbino.monuments.about":
    "Три ваших здания в ряд — памятник, он стоит вдвое дороже: городская стена — 6 очков, герцогский дворец — 10, собор — 16.",
  "urbino.monuments.chip": "памятники",

  "urtown.title": "Urtown",
  "urtown.about": "Кладите фишки, захватывайте чужие, держите свои вместе.",
  "urtown.capture": "Захват фишек",
  "urtown.capture.about": "Какие чужие фишки можно заменить своими.",
  "urtown.capture.whole": "Любые, не деля групп",
  "urtown.capture.literal": "Только одиночки",
  "urtown.capture.literal.about": "Фишка касается не больше чем одной фишки своего цвета.",
  "urtown.capture.literal.chip": "захват только одиночек",
  "urtown.capture.whole.about": "Обычное правило: группа, потерявшая фишку, остаётся целой.",
  "urtown.scoring": "Подсчёт",
  "urtown.scoring.about": "В обоих случаях побеждает тот, у кого очков меньше.",
  "urtown.scoring.urtown": "Группы",
  "urtown.scoring.urtown.about": "Считаются ваши группы; при равенстве решают захваченные фишки.",
  "urtown.scoring.blockers": "Группы и пленные",
  "urtown.scoring.blockers.about": "Считаются ваши группы и фишки того цвета, которого вы захватили больше всего.",
  "urtown.scoring.blockers.chip": "подсчёт Blockers",

  "urbania.title": "Урбания",
  "urbania.about": "Обновляйте обветшавший город и нанимайте тех, кому это на пользу.",
  "urbania.subsidy": "Субсидии",
  "urbania.subsidy.about":
    "У каждого игрока есть контракт: раз за партию он добавляет к оплате одного радужного рабочего или одну радужную монету.",
  "urbania.subsidy.chip": "субсидии",
  "urbania.italian_politics": "Итальянская политика",
  "urbania.italian_politics.about":
    "Использованный контракт снова действует, когда кто-нибудь переманит у вас специалиста.",
  "urbania.italian_politics.chip": "итальянская политика",

  "urbe.title": "Урбе",
  "urbe.about": "Купите участки для города из шестнадцати и порадуйте короля.",
  "urbe.useful_eight": "Полезная восьмёрка",
  "urbe.useful_eight.about":
    "Каждый игрок тянет двух из восьми дополнительных персонажей и одного оставляет себе на всю партию.",
  "urbe.useful_eight.chip": "полезная восьмёрка",

  level: "Уровень {n}",
  "level.1": "Новичок",
  "level.1.about": "Играет как в первый вечер: хватает то, что приглянулось, и многое упускает.",
  "level.2": "Сосед",
  "level.2.about": "Уже играл несколько раз, но многого ещё не замечает.",
  "level.3": "Ученик",
  "level.3.about": "Видит, что даёт ход, но не всегда — что будет в ответ.",
  "level.4": "Подмастерье",
  "level.4.about": "В целом играет разумно, но далеко не заглядывает.",
  "level.5": "Каменщик",
  "level.5.about": "Взвешивает вероятные ответы; хороший соперник для большинства.",
  "level.6": "Строитель",
  "level.6.about": "Смотрит вперёд и наказывает за небрежность.",
  "level.7": "Архитектор",
  "level.7.about": "Продумывает планы и хорошо считает; победить трудно.",
  "level.8": "Мастер",
  "level.8.about": "Лучшее, на что мы способны за две секунды на ход.",

  no_clock: "без часов",
  clock_game: "{minutes} + {increment}",
  clock_hours: { one: "{n} час на ход", few: "{n} часа на ход", many: "{n} часов на ход", other: "{n} часа на ход" },
  clock_days: { one: "{n} день на ход", few: "{n} дня на ход", many: "{n} дней на ход", other: "{n} дня на ход" },
} satisfies Messages;
