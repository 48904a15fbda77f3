import type { Messages } from "../../../i18n";

export default {
  "lots.title": "Due architetti",
  "lots.text":
    "Tu sei il Nero. Le due figure rosse sono gli architetti: non appartengono a nessuno. Ognuno vede lungo righe, colonne e diagonali finché qualcosa non lo ferma. Dove entrambi vedono una casella libera c’è un punto: un lotto edificabile. Si costruisce solo sui lotti.",
  "house.title": "Costruisci una casa",
  "house.text": "Il Bianco ha una casa in d4. Prendi una casa dalla tua riserva, premi il lotto e4 lì accanto e conferma.",
  "house.hint": "La riserva è nel tuo riquadro, con gli edifici scuri. Premi prima la casa, poi la casella cerchiata, poi «Costruisci la casa».",
  "house.after":
    "Le due case si toccano e formano un quartiere con entrambi i colori. Solo questi quartieri danno punti. Era 1 a 1 e nessuno ne aveva; ora il Bianco ha aggiunto una casa: 2 punti per lui.",
  "palace.title": "Passa in testa",
  "palace.text": "Una casa vale 1 punto, un palazzo 2, una torre 3. Costruisci un palazzo in e5, accanto alla tua casa.",
  "palace.hint": "Premi il palazzo nella riserva, poi e5, poi «Costruisci il palazzo».",
  "palace.after":
    "3 contro 2: in un quartiere chi ha di più ottiene il proprio totale, l’altro niente. Il Bianco ha risposto: ha riposizionato un architetto e costruito un palazzo in d6. Ora è 4 a 3 per il Bianco.",
  "unseen.title": "Non dappertutto",
  "unseen.text": "In f5 non c’è il punto. Prova lo stesso a costruirci un edificio qualsiasi.",
  "unseen.hint": "Premi una casa nella riserva, poi f5.",
  "unseen.after": "L’architetto in e6 vede f5, ma l’altro, ora in a6, no. Devono vederla entrambi.",
  "send.title": "Riposiziona un architetto",
  "send.text": "Prima di costruire puoi riposizionare un architetto su una qualsiasi casella libera. Premi quello in a6, poi f7.",
  "send.hint": "L’architetto in a6 è sul bordo sinistro. Premilo, poi premi la casella cerchiata f7.",
  "send.after": "Nuove linee, nuovi lotti: f5 è uno di questi. Il turno continua: ora costruisci.",
  "twin.title": "Niente gemelli",
  "twin.text": "Due palazzi non possono stare fianco a fianco, e nemmeno due torri. Prova a costruire un palazzo in f5, accanto a quello in e5.",
  "twin.hint": "Premi il palazzo, poi f5.",
  "twin.after": "Vale per tutti e due i colori: con un tuo palazzo puoi impedirne uno vicino. Per le case questo limite non c’è.",
  "blocks.title": "Un blocco a testa",
  "blocks.text":
    "In un quartiere i tuoi edifici devono restare uniti. In d7 toccheresti il palazzo del Bianco, ma nessuno dei tuoi. Prova a costruire una casa in d7.",
  "blocks.hint": "Premi la casa, poi d7, sopra il palazzo bianco.",
  "blocks.after": "Non ci si infila dove si vuole: si costruisce a partire da ciò che si ha già.",
  "tower.title": "Conquista il quartiere",
  "tower.text": "Ora costruisci una torre in f5, accanto al tuo palazzo.",
  "tower.hint": "Premi la torre, poi f5, poi «Costruisci la torre».",
  "tower.after": "1 + 2 + 3 = 6 contro 4: il quartiere è tuo, 6 a 0.",
  end: "Si continua così finché nessuno dei due può più costruire, nemmeno riposizionando un architetto. Poi si sommano i punti di tutti i quartieri e vince il totale più alto. All’inizio di una partita si posizionano gli architetti, e il Nero dice chi costruisce per primo.",

  // Puzzles.
  "last.title": "Niente più da costruire",
  "last.ask": "Sei il Bianco e conduci 11 a 3. Il Nero spera ancora. Come chiudi la partita?",
  "last.why":
    "Una casa in b4, senza riposizionare architetti. Unisce il tuo palazzo in a4 al quartiere sottostante, 14 a 3, e ovunque si riposizioni un architetto non ci sono più lotti: la partita è finita. Dopo ogni altra mossa il Nero costruisce ancora.",
  "close.title": "L’ultima parola",
  "close.ask": "Sei il Nero; il punteggio è 2 a 2. Riposiziona un architetto in modo che l’ultimo edificio sia il tuo, e sia quello giusto.",
  "close.why":
    "Riposiziona l’architetto da c3 a b2: il palazzo in c2 vince il quartiere piccolo 3 a 2. Fa 5 a 0, e nessuno può più costruire. Con una casa quel quartiere sarebbe soltanto 2 a 2.",
  "wall.title": "L’angolo",
  "wall.ask": "Sei il Bianco e conduci 6 a 3. Dove ti conviene riposizionare un architetto?",
  "wall.why":
    "Da c2 ad a3. L’unico lotto è allora a2: qualunque cosa tu vi costruisca vince l’angolo, che era 3 a 3. Con gli architetti chiusi in a1 e a3, al Nero resta soltanto una casa in c5.",
  "lock.title": "Fai saltare il turno all’altro",
  "lock.ask": "Sei il Bianco e conduci 16 a 12, ma il Nero può ancora rimontare. Quale architetto riposizioni, e dove?",
  "lock.why":
    "Da i6 a e8. Costruisci in f9, l’unico lotto, e il Nero non può costruire, nemmeno riposizionando un architetto: deve saltare il turno. Tu costruisci ancora una volta, e il vantaggio è al sicuro.",
  "join.title": "Una torre entra in gioco",
  "join.ask": "Sei il Bianco, sotto di 30 punti. Una casa cambia tutto. Da dove entrambi gli architetti vedono il suo lotto?",
  "join.why":
    "Riposiziona un architetto da f4 ad a6: la casa in c6 unisce la tua torre in c5 al quartiere grande. Era 15 a 11 per il Nero, ora è 15 a 15: i 30 punti del Nero diventano 15. Poi aggiungi lì un’altra casa e vinci di un punto.",
} satisfies Messages;
