import { register, type Messages } from "../i18n";

const en = {
  steps: "Steps of the game",
  first: "Go to the start",
  previous: "One step back",
  next: "One step forward",
  last: "Go to the end",
  step: "Step",
  start: "Start",
  of: "{step} of {steps}",
  loading: "Opening the game…",
  failed: "This game couldn’t be opened.",
  seats: "Seats",
  to_move: "to move",
  won: "won",
  back: "Step back",
  confirm: "Confirm",
  waiting: "Waiting for {name}…",
} satisfies Messages;

const it: Messages = {
  steps: "Passi della partita",
  first: "Vai all’inizio",
  previous: "Un passo indietro",
  next: "Un passo avanti",
  last: "Vai alla fine",
  step: "Passo",
  start: "Inizio",
  of: "{step} di {steps}",
  loading: "Apro la partita…",
  failed: "Non è stato possibile aprire questa partita.",
  seats: "Posti",
  to_move: "di turno",
  won: "ha vinto",
  back: "Un passo indietro",
  confirm: "Conferma",
  waiting: "Si aspetta {name}…",
};

const ru: Messages = {
  steps: "Шаги партии",
  first: "В начало",
  previous: "На шаг назад",
  next: "На шаг вперёд",
  last: "В конец",
  step: "Шаг",
  start: "Начало",
  of: "{step} из {steps}",
  loading: "Открываем партию…",
  failed: "Не удалось открыть эту партию.",
  seats: "Места",
  to_move: "ходит",
  won: "победа",
  back: "Шаг назад",
  confirm: "Подтвердить",
  waiting: "Ждём хода: {name}…",
};

declare module "../i18n" {
  interface Areas {
    element: typeof en;
  }
}

register("element", { en, it, ru });
