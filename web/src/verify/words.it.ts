import type { Messages } from "../i18n";

export default {
  title: "Verifica un mescolamento",
  lead: "L’ordine delle tessere e delle carte era deciso prima dell’inizio della partita? Chiunque può verificarlo.",
  commitment: "Impronta",
  "commitment.about": "Appare al tavolo quando comincia la partita: 64 cifre e lettere dalla a alla f.",
  salt: "Sale",
  "salt.about": "Appare a partita finita.",
  seed: "Seme",
  "seed.about": "Appare a partita finita. Da questo numero dipende ogni mescolamento.",
  check: "Verifica",
  right: "Corrisponde.",
  right_about: "Questo seme era fissato prima dell’inizio della partita.",
  wrong: "Non corrisponde.",
  wrong_about: "Controlla di aver copiato i tre valori per intero e dalla stessa partita.",
  how: "Come funziona",
  how_about:
    "Prima del primo turno il server sceglie un seme e ne mostra l’impronta. L’impronta non rivela nulla, ma nessun altro seme ha la stessa. A partita finita vedi il sale e il seme e puoi ricalcolare l’impronta. Qui lo fa il tuo browser, che chiede al server solo se non può farne a meno.",
} satisfies Messages;
