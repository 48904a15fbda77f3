import { register, type Messages } from "../i18n";

const en: Messages = {
  steps: "Steps of the game",
  first: "To the start",
  previous: "One step back",
  next: "One step on",
  last: "To the end",
  step: "Step",
  start: "Start",
  of: "{step} of {steps}",
  loading: "Opening the game…",
  failed: "This game could not be opened.",
  seats: "Seats",
  to_move: "to move",
  won: "won",
};

const it: Messages = {
  steps: "Passi della partita",
  first: "All’inizio",
  previous: "Un passo indietro",
  next: "Un passo avanti",
  last: "Alla fine",
  step: "Passo",
  start: "Inizio",
  of: "{step} di {steps}",
  loading: "Apro la partita…",
  failed: "Non è stato possibile aprire questa partita.",
  seats: "Posti",
  to_move: "di turno",
  won: "ha vinto",
};

const ru: Messages = {
  steps: "Шаги игры",
  first: "В начало",
  previous: "На шаг назад",
  next: "На шаг вперёд",
  last: "В конец",
  step: "Шаг",
  start: "Начало",
  of: "{step} из {steps}",
  loading: "Открываем игру…",
  failed: "Эту игру не удалось открыть.",
  seats: "Места",
  to_move: "ходит",
  won: "победа",
};

register("element", { en, it, ru });
