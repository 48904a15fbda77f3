import { MANIFESTS } from "../games/manifest";
import { register } from "../i18n";
import en from "./words.en";
import it from "./words.it";
import ru from "./words.ru";

register("game", { en, it, ru });
for (const [game, { words }] of MANIFESTS) register(`game_${game}`, words);
