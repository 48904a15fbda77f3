import type { Messages } from "../../../i18n";

export default {
  "city.title": "Una città in rovina",
  "city.text":
    "Cinque edifici del centro sono rinnovati, cerchiati qui; gli altri 44 sono in rovina. Tutti rinnovano la stessa città. Un turno sono due azioni: rinnovare un edificio, assumere uno specialista, pescare carte o presentare un progetto. Vince chi ha più punti.",
  "far.title": "Un passo alla volta",
  "far.text": "Si rinnova solo un edificio che tocca con un lato uno già rinnovato. Prova con la fabbrica in F2, che non ne tocca nessuno.",
  "far.hint": "Premi lo spazio F2 della città, in alto a destra.",
  "far.after": "La città rinnovata cresce dal centro verso l’esterno.",
  "renew.title": "Rinnova un edificio",
  "renew.text":
    "Le tue carte mostrano lavoratori e monete. Il parco in D2 richiede 2 lavoratori verdi e dà 3 punti. Premi D2.",
  "renew.2": "Ora paga: premi la tua carta verde con due lavoratori, e conferma.",
  "renew.hint": "Premi il parco in D2, sopra il centro, poi la carta verde in mano, poi il pulsante.",
  "renew.after":
    "3 punti per te, e il valore dei parchi è salito di uno. La carta mostra anche una moneta: per questo resta sul tuo tavolo, e più tardi servirà ad assumere qualcuno.",
  "draw.title": "Pesca due carte",
  "draw.text": "La seconda azione: pescare. Prendi la prima carta dal mazzo dei progetti. I progetti sono compiti segreti che danno punti alla fine.",
  "draw.2": "La seconda carta: una qualsiasi di quelle scoperte, o alla cieca dal mazzo delle risorse.",
  "draw.phone": "Su uno schermo piccolo le carte scoperte e i mazzi sono in basso, sotto «Mercato».",
  "draw.hint": "Premi prima il mazzo dei progetti, poi una carta scoperta.",
  "draw.after":
    "Hai pescato «Negozi»: 6 punti per ogni negozio rinnovato, e ce ne sono già due. Il tuo turno è finito. L’altro giocatore ha pescato due carte e assunto il Direttore dei parchi.",
  "hire.title": "Assumi uno specialista",
  "hire.text":
    "Alla fine di ogni tuo turno uno specialista ti porta tanti punti quanti sono gli edifici rinnovati del suo tipo. I negozi sono a 2: assumi il Negoziante (rosa) per 1 moneta.",
  "hire.2": "Paga con una moneta rosa dalla tua mano. Ciò che supera il prezzo è perso: non si dà resto.",
  "hire.phone": "Su uno schermo piccolo gli specialisti sono in basso, sotto «Mercato».",
  "hire.hint": "Premi il Negoziante nella tabella dei valori, poi una carta rosa con una moneta.",
  "hire.after": "Ora il Negoziante lavora per te. D’ora in poi il suo prezzo è 2: chi vuole portarlo via paga ogni volta di più.",
  "own.title": "Non chi è già tuo",
  "own.text": "Potresti assumere di nuovo il Negoziante, per alzare il prezzo agli altri? Prova.",
  "own.phone": "Su uno schermo piccolo gli specialisti sono in basso, sotto «Mercato».",
  "own.hint": "Premi un’altra volta il Negoziante.",
  "own.after": "Si assume solo chi è libero o lavora per altri.",
  "submit.title": "Presenta un progetto",
  "submit.text": "Contano solo i progetti presentati, al massimo tre. Presenta «Negozi» finché è gratis: più tardi costa 1 punto ogni 10 che hai.",
  "submit.phone": "Su uno schermo piccolo i tuoi progetti sono in basso, sotto «Progetti».",
  "submit.hint": "Premi «Negozi» fra i tuoi progetti, poi «Presenta».",
  "submit.after": "Il tuo turno è finito e il Negoziante ha portato subito 2 punti. Lo farà a ogni turno, finché lavora per te.",
  "signs.title": "Piccoli simboli",
  "signs.text":
    "La piccola carta in A1 è un simbolo carta: se rinnovi quell’edificio, peschi una carta gratis. Ne peschi una anche quando uno specialista che assumi arriva su quel simbolo nella tabella. Per una casa come A1 vanno bene lavoratori di qualsiasi colore, purché tutti dello stesso. L’arcobaleno vale per ogni colore. Se le carte scoperte mostrano al massimo tre lavoratori, prima di pescare puoi cambiarle tutte.",
  end: "La fase finale comincia quando un quartiere ha al massimo due edifici in rovina, o tre specialisti stanno a 5 o più: si finisce il giro, poi ognuno ha ancora un turno. Tessere e carte sono una nostra ricostruzione; la pagina delle regole dice di più.",

  // Puzzles.
  "parks.title": "Porta via qualcuno",
  "parks.ask": "È la tua seconda azione. Hai sei carte e un piccolo vantaggio. Che cosa porta di più?",
  "parks.why":
    "Assumere il Direttore dei parchi per 3. Due parchi sono rinnovati: 2 punti a turno per te, e non più per l’altro. Il valore arriva a 4, quindi peschi una carta, e il tuo progetto con lui cresce di 3.",
  "project.title": "Prima della fine",
  "project.ask": "La fase finale è cominciata e in questo turno ti resta un’azione. Come la usi?",
  "project.why":
    "Presenta il progetto del Banchiere: 5 × 5 = 25 punti per una spesa di 4. Gli ospedali ne darebbero 12. Ciò che resta in mano non dà nulla.",
  "guard.title": "Proteggi i tuoi",
  "guard.ask": "Conduci, e il Negoziante lavora per te. Stai pescando la seconda carta. Quale prendi?",
  "guard.why":
    "La carta rosa con tre monete. L’altro giocatore ha sul tavolo una moneta arcobaleno: con queste tre farebbe 4, il prezzo del Negoziante, e 3 punti a turno passerebbero a lui.",
  "lure.title": "Lo specialista più caro",
  "lure.ask": "Sei sotto di 15 punti. È la tua seconda azione. Chi ribalta la partita?",
  "lure.why":
    "Il Negoziante, per 4; le tue due carte rosa mostrano 5 monete. Quattro negozi sono rinnovati: 4 punti a turno vanno a te e non all’altro, e due tuoi progetti crescono di 3.",
  "finish.title": "Avvia la fase finale",
  "finish.ask": "Conduci 30 a 24 e hai ancora entrambe le azioni. A nord-est restano quattro edifici in rovina. Come cominci?",
  "finish.why":
    "Rinnova G3 con tre lavoratori marroni; poi F2 con le altre due carte marroni. Ne restano due, e la fase finale comincia mentre sei in testa. (Anche F2 per primo va bene, se paghi con le carte giuste.)",
} satisfies Messages;
