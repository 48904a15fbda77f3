import { register } from "../../../i18n";
import en from "./words.en";
import it from "./words.it";
import ru from "./words.ru";

register("lesson_urbe", { en, it, ru });
