import type { Messages } from "../i18n";

export default {
  title: "Tu",
  hello: "Ciao, {name}",
  lead: "Qui non ci si registra. Questo browser si ricorda di te, e con un link personale lo fa anche un altro.",
  link: "Link personale",
  link_about: "Aprilo sul telefono o su un altro computer: ci trovi il tuo nome e i tuoi tavoli.",
  link_secret: "Chi ha questo link sei tu. Tienilo per te.",
  make_link: "Crea un link",
  leave: "Lascia questo browser",
  leave_about: "Per un computer in prestito. I tuoi tavoli restano: ci torni con un link personale.",
  leave_do: "Lascia",
  leave_sure: "Senza un link personale non potrai tornare ai tuoi tavoli. Ne hai conservato uno?",
  stay: "Resta",
  switch: "Questo link è di qualcuno",
  switch_about: "In questo browser sei {name}. Se apri il link, da ora in poi qui sarai la persona del link.",
  switch_yes: "Apri il link",
  switch_no: "Resta {name}",
  unknown: "Questo link personale qui non è conosciuto. Forse è stato copiato solo in parte.",
} satisfies Messages;
