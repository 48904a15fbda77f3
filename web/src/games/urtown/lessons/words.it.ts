import type { Messages } from "../../../i18n";

export default {
  "groups.title": "Pochi gruppi",
  "groups.text":
    "Tu sei il rosso. Le tessere di un colore che si toccano con un lato formano un gruppo; le diagonali non contano. Ora hai tre gruppi, cerchiati qui. Alla fine vince chi ne ha di meno.",
  "number.title": "Un numero: la sua colonna",
  "number.text": "Le cinque tessere sul leggio sono le tue. Un numero va dovunque nella sua colonna. Posa il 5 in D5, fra due tuoi gruppi, e conferma.",
  "number.hint": "Premi la tessera 5 sul leggio, poi la casella cerchiata D5, poi il pulsante in basso.",
  "number.after": "Due gruppi sono diventati uno: 3 → 2. Hai subito pescato una tessera nuova. Poi gli altri ne hanno posata una ciascuno.",
  "own.title": "Non sulle tue",
  "own.text": "Una lettera va dovunque nella sua riga. Ma non puoi posarla su una tua tessera: prova a posare la D in D5.",
  "own.hint": "Premi la tessera D, poi D5.",
  "own.after": "Le tue tessere restano dove sono.",
  "symbol.title": "Un simbolo: il suo riquadro",
  "symbol.text": "Un simbolo va su una qualsiasi delle nove caselle che lo mostrano. Posa il lampione in D3, così si unisce alla tua fila.",
  "symbol.hint": "Premi la tessera con il lampione, poi D3, a sinistra delle tue tessere.",
  "symbol.after": "Tocca il tuo gruppo, quindi hai ancora due gruppi e non tre. Una tessera isolata sarebbe un gruppo in più.",
  "capture.title": "Cattura",
  "capture.text": "Una tessera di un altro colore si può catturare, posando la propria al suo posto. Quella gialla in E4 sta fra i tuoi due gruppi: posa lì la E.",
  "capture.hint": "Premi la tessera E, poi la tessera gialla in E4, poi il pulsante in basso.",
  "capture.after": "Ora tutte le tessere rosse sono un gruppo solo: 2 → 1. Tieni ciò che catturi; a parità di gruppi vince chi ha catturato meno.",
  "split.title": "Non si divide",
  "split.text": "Una cattura non può spezzare un gruppo. Il blu ha una fila in C4, C5 e C6. Prova a posare l’anello in C5, nel mezzo.",
  "split.hint": "Premi la tessera con l’anello, poi C5.",
  "split.after": "Senza C5 la tessera in C4 resterebbe separata dalle altre.",
  "edge.title": "Dall’estremità",
  "edge.text": "Si può catturare una tessera se il resto del suo gruppo rimane unito. Posa l’anello in C4.",
  "edge.hint": "Premi la tessera con l’anello, poi C4, sopra la tua tessera in D4.",
  "edge.after": "Il blu resta un gruppo solo, e anche tu.",
  end: "Posi 24 delle tue 28 tessere; quattro non si usano. La tessera $ va dovunque. Quando tutti hanno finito, vince chi ha meno gruppi. In due, ognuno ha due colori e due leggii, e i gruppi dei due colori si sommano.",

  // Puzzles.
  "money.title": "Dove spenderlo",
  "money.ask": "Sei il giallo, con tre gruppi. Il $ va dovunque. Dove vale di più?",
  "money.why":
    "In D3. La tessera blu è isolata, quindi si può catturare, e la tua unisce i gruppi ai due lati: 3 → 2. Nessun’altra delle tue tessere potrebbe andarci.",
  "bridge.title": "Un ponte",
  "bridge.ask": "Sei il blu, con quattro gruppi. Quale tessera ne unisce due?",
  "bridge.why":
    "La G in G6: unisce F6 e H6, 4 → 3, senza catturare. E la prossima tessera può fare lo stesso in H7.",
  "narrow.title": "Ciò che non può aspettare",
  "narrow.ask": "Sei il blu, con due gruppi. Più tessere si possono posare senza danno. Quale va posata adesso?",
  "narrow.why":
    "Il 9 in E9. È l’unica casella della colonna 9 che tocca le tue tessere, e il rosso è lì accanto. Per la A, il 5 e la I ci sono buoni posti anche dopo.",
  "patience.title": "Mani pulite",
  "patience.ask": "Sei il giallo. Tutti e tre hanno due gruppi; tu hai catturato meno degli altri. Come restare così?",
  "patience.why":
    "Il 7 in A7: tocca il tuo gruppo e non cattura nulla. A parità di gruppi vince chi ha catturato meno, quindi una cattura ora aiuterebbe gli altri.",
  "shared.title": "L’ultima tessera",
  "shared.ask": "Sei il blu e posi la tua ultima tessera. Il rosso ha finito con due gruppi e tre tessere catturate, proprio come te.",
  "shared.why":
    "L’automobile in G1, accanto a H1: nessun gruppo nuovo e nessuna cattura, e la vittoria è condivisa. Tutto il resto fa un terzo gruppo o una quarta cattura.",
} satisfies Messages;
