/** The symbols that `<use href="#…">` draws: those of the page, and those of games in their folders. */

import shared from "../pieces.svg?raw";

const own = import.meta.glob<string>("./*/pieces.svg", { query: "?raw", import: "default", eager: true });

export const PIECES = [shared, ...Object.values(own)].join("");
