import { MANIFESTS } from "../games/manifest";
import { register, type Messages } from "../i18n";

declare module "../i18n" {
  interface Areas {
    game: typeof import("./words.en").default;
    [manifest: `game_${string}`]: Messages;
  }
}

register("game", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
for (const [game, { words }] of MANIFESTS) register(`game_${game}`, words);
