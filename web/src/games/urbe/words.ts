import { register } from "../../i18n";
import namesEn from "./names.en";
import namesIt from "./names.it";
import namesRu from "./names.ru";
import en from "./words.en";
import it from "./words.it";
import ru from "./words.ru";

register("urbe", { en: { ...namesEn, ...en }, it: { ...namesIt, ...it }, ru: { ...namesRu, ...ru } });
