import type { Messages } from "../i18n";

export default {
  title: "You",
  hello: "Hello, {name}",
  lead: "There are no accounts here. This browser remembers you, and a personal link makes another one do so too.",
  link: "Personal link",
  link_about: "Open it on your phone or another computer, and your name and tables are there too.",
  link_secret: "Whoever has this link is you. Keep it to yourself.",
  make_link: "Make a link",
  leave: "Leave this browser",
  leave_about: "For a borrowed computer. Your tables stay; you come back with a personal link.",
  leave_do: "Leave",
  leave_sure: "Without a personal link you cannot come back to your tables. Have you kept one?",
  stay: "Stay",
  switch: "This link belongs to somebody",
  switch_about: "In this browser you are {name}. If you open the link, you are the person of the link here from now on.",
  switch_yes: "Open the link",
  switch_no: "Stay {name}",
  unknown: "This personal link is not known here. It may have been cut off when it was copied.",
} satisfies Messages;
