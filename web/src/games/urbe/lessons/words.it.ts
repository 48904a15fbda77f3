import type { Messages } from "../../../i18n";

export default {
  "market.title": "Un mercato comune",
  "market.text":
    "Ognuno costruisce una città di 4 × 4 con tessere di questo mercato. Tu sei la gilda della barca, blu. In ogni giro prima prenoti due tessere con i tuoi segnalini, poi le prendi, poi le posi. Un segnalino tuo e uno dell’altro giocatore ci sono già.",
  "mark.title": "Prenota una tessera",
  "mark.text": "Metti il secondo segnalino sulla Vetreria: viola, 5 punti. Così nessun altro la può prendere.",
  "mark.hint": "Premi la tessera cerchiata del mercato, la viola da 5, e conferma.",
  "mark.after": "L’altro giocatore ha prenotato la Pesa pubblica. Ora le tessere si prendono e si pagano.",
  "take.title": "Due tessere con una carta",
  "take.text": "Prima la Casa delle perle, la blu da 6: premi il segnalino che ci hai messo.",
  "take.2":
    "È blu. Ogni carta moneta ha due metà: le bandiere pagano il loro colore, le gilde i simboli di una tessera. Paga con la bandiera blu della carta che mostra blu, corona e volpe.",
  "take.3": "L’altra metà della carta, le gilde, può ora prendere una seconda tessera che nessuno ha prenotato. La Peschiera delle anguille, la blu da 1, non ha simboli: la paga qualsiasi metà con le gilde. Prendila.",
  "take.hint": "Il segnalino sulla Casa delle perle; poi la metà con la bandiera della carta blu / corona + volpe; poi la Peschiera delle anguille.",
  "take.after": "Due tessere con una carta sola. Anche l’altro giocatore ne ha prese due.",
  "colour.title": "Il colore sbagliato",
  "colour.text": "Ora la Vetreria, la viola da 5. Prova a pagare con la bandiera verde della carta verde / corona + ruota.",
  "colour.hint": "Premi la metà con la bandiera della carta verde / corona + ruota.",
  "colour.after": "Le bandiere devono avere il colore della tessera; le gilde, tutti i suoi simboli.",
  "again.title": "Usa entrambe le metà",
  "again.text": "Paga con le bandiere della carta viola + verde / ruota.",
  "again.2": "E con le sue gilde prendi la Catasta di legna, la verde da 1, che non ha simboli.",
  "again.hint": "Le bandiere della carta viola + verde / ruota, poi la verde da 1.",
  "again.after": "Quattro tessere con due carte. Quando tutti hanno preso le loro, ognuno posa ciò che ha.",
  "first.title": "La tua prima tessera",
  "first.text": "Le quattro tessere prese aspettano di essere posate. La prima va su una casella qualsiasi: scegline una, poi B2.",
  "first.hint": "Scegli una delle tessere prese, poi la casella cerchiata B2 della tua città, e conferma.",
  "first.after": "D’ora in poi ogni tessera deve toccarne una che c’è già.",
  "touch.title": "Fianco a fianco",
  "touch.text": "Prova a posare una tessera in D4, nell’angolo lontano.",
  "touch.hint": "Scegli una tessera, poi la casella D4, in basso a destra.",
  "touch.after": "Le tessere devono toccarsi con un lato; la diagonale non conta.",
  "square.title": "Una fontana",
  "square.text": "Posa le altre tre in C2, B3 e C3, nell’ordine che vuoi, così che tutte e quattro formino un quadrato.",
  "square.2": "Ancora due: il quadrato B2, C2, B3, C3.",
  "square.3": "Ancora una, e il quadrato è completo.",
  "square.hint": "Scegli una tessera e una casella cerchiata; poi le altre.",
  "square.after": "Il quadrato ha portato una fontana da 3 punti. Una tessera può servire in più quadrati: tieni unita la città.",
  end: "Dopo quattro giri (otto in tre o quattro) si contano tessere, fontane, il tuo personaggio e i tuoi decreti segreti. Un decreto chiede un disegno di colori nella tua città; i tuoi li vedi sempre. Il tuo personaggio dà 2 punti per ogni tessera blu da 1 o 2 punti. Vince chi ha più punti.",

  // Puzzles.
  "purple.title": "L’unica viola",
  "purple.ask": "Comincia l’ultimo giro e sei sotto di 5 punti. Guarda i tuoi decreti prima di prenotare una tessera.",
  "purple.why":
    "La Tintoria, l’unica tessera viola. In A1 compie il decreto «Quartiere della corte», cinque tessere viola per 9 punti, e porta anche una fontana da 1. Se aspetti, la prende l’altro.",
  "grey.title": "Che cosa paga l’ultima carta?",
  "grey.ask": "Hai prenotato la Zecca reale, e ti resta un segnalino. Hai ancora due carte.",
  "grey.why":
    "Il Municipio nuovo, la tessera grigia. La Zecca reale vuole la tua bandiera viola; resta la carta con bandiera gialla, barca e volpe. Con quella prenderesti al massimo 3 punti; una tessera grigia costa una carta qualsiasi e ne porta 7.",
  "two.title": "Tutte e due le metà",
  "two.ask": "Quale tessera permette a una tua carta di prendere di più?",
  "two.why":
    "La Casa delle perle, la blu da 6. La paga la bandiera blu della carta blu / corona + ruota, e l’altra metà della stessa carta prende una seconda tessera, per esempio la blu da 2. Il ponte grigio dà 9, ma nessuna seconda tessera e nessuna fontana.",
  "green.title": "Il tuo personaggio",
  "green.ask": "Hai prenotato la tessera viola da 7. Quale prenoti con il secondo segnalino? Pensa al tuo personaggio.",
  "green.why":
    "La tessera verde da 2. Il tuo personaggio aggiunge 2 punti, quindi vale 4, e il verde è ciò che il decreto «Corona e giardino» chiede oltre al viola. La paga una bandiera verde, e le gilde della stessa carta prendono un’altra tessera.",
  "ahead.title": "Una fontana o un decreto",
  "ahead.ask": "Resta da posare una tessera viola. Una fontana sarebbe subito tua. C’è di meglio?",
  "ahead.why":
    "C1. In A2 completerebbe un quadrato, una fontana da 3. Ma in C1 manca soltanto una tessera blu in D1 per il decreto «Corona e fiume», 8 punti, e la tua bandiera blu può pagarla nell’ultimo giro.",
} satisfies Messages;
