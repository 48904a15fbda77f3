import { register, type Messages } from "../../i18n";

const en = {
  no_board: "This game has no board of its own here yet: the position in writing, and what may be done.",
  choose: "Choose what to do.",
  what: "What to do",
  chosen: "Chosen",
  take: "Do it",
  position: "Position",
  scores: "Scores",
  seat: "Seat {n}",
  possible: { one: "{n} possibility", other: "{n} possibilities" },
} satisfies Messages;

const it: Messages = {
  no_board: "Questo gioco non ha ancora un tavoliere suo: ecco la posizione per iscritto e che cosa si può fare.",
  choose: "Scegli che cosa fare.",
  what: "Che cosa fare",
  chosen: "Scelto",
  take: "Esegui",
  position: "Posizione",
  scores: "Punteggi",
  seat: "Posto {n}",
  possible: { one: "{n} possibilità", other: "{n} possibilità" },
};

const ru: Messages = {
  no_board: "У этой игры пока нет своего поля: вот позиция текстом и то, что можно сделать.",
  choose: "Выберите, что сделать.",
  what: "Что сделать",
  chosen: "Выбрано",
  take: "Выполнить",
  position: "Позиция",
  scores: "Счёт",
  seat: "Место {n}",
  possible: { one: "{n} вариант", few: "{n} варианта", many: "{n} вариантов", other: "{n} варианта" },
};

declare module "../../i18n" {
  interface Areas {
    plain: typeof en;
  }
}

register("plain", { en, it, ru });
