import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ago, choose, has, language, list, preferred, ready, register, speak, t as typed, type Values, type Words } from ".";

/** The areas of these tests are none of the page's. */
const t = typed as (key: string, values?: Values) => string;

register("trial", {
  en: { hello: "Hello, {name}", seats: { one: "{n} seat", other: "{n} seats" }, only: "Only English" },
  it: { hello: "Ciao, {name}", seats: { one: "{n} posto", other: "{n} posti" } },
  ru: {
    hello: "Привет, {name}",
    seats: { one: "{n} место", few: "{n} места", many: "{n} мест", other: "{n} места" },
  },
});

beforeEach(() => (language.current = "en"));

test("fills in values", () => {
  expect(t("trial.hello", { name: "Ada" })).toBe("Hello, Ada");
  language.current = "it";
  expect(t("trial.hello", { name: "Ada" })).toBe("Ciao, Ada");
});

test.each([
  ["en", 1, "1 seat"],
  ["en", 2, "2 seats"],
  ["it", 1, "1 posto"],
  ["it", 5, "5 posti"],
  ["ru", 1, "1 место"],
  ["ru", 3, "3 места"],
  ["ru", 5, "5 мест"],
  ["ru", 11, "11 мест"],
  ["ru", 21, "21 место"],
] as const)("counts in %s: %d", (name, n, text) => {
  language.current = name;
  expect(t("trial.seats", { n })).toBe(text);
});

test("values are never read as a pattern or a placeholder", () => {
  expect(t("trial.hello", { name: "$& {name}" })).toBe("Hello, $& {name}");
});

test("what is missing falls back to English, then to its key", () => {
  language.current = "ru";
  expect(t("trial.only")).toBe("Only English");
  expect(t("trial.nothing")).toBe("trial.nothing");
});

test("nouns come with the words", async () => {
  await register("trial_nouns", {
    en: async () => ({ default: { built: "{kind.a} built" }, nouns: { kind: { house: { a: "a house" } } } }),
    it: async () => ({ default: { built: "costruita {kind.a}" }, nouns: { kind: { house: { a: "una casa" } } } }),
    ru: async () => ({ default: { built: "построено: {kind.nom}" }, nouns: { kind: { house: { nom: "дом" } } } }),
  });
  expect(t("trial_nouns.built", { kind: "house" })).toBe("a house built");
  await choose("ru");
  expect(t("trial_nouns.built", { kind: "house" })).toBe("построено: дом");
});

/** An area whose words come when told to. No later test waits for it. */
function slow(area: string) {
  onTestFinished(() => register(area, { en: {}, it: {}, ru: {} }));
  const asked: string[] = [];
  const answers = new Map<string, { come: () => void; fail: () => void }>();
  const source = (name: string) => () => {
    asked.push(name);
    return new Promise<Words>((keep, refuse) => {
      answers.set(name, {
        come: () => keep({ default: { word: `word ${name}` } }),
        fail: () => refuse(new Error("no connection")),
      });
    });
  };
  const registered = register(area, { en: source("en"), it: source("it"), ru: source("ru") });
  return { asked, answer: (name: string) => answers.get(name)!, registered };
}

test("only the language in use is asked for, and the next when it is chosen", async () => {
  const words = slow("slow");
  expect(words.asked).toEqual(["en"]);
  expect(has("slow.word")).toBe(false);
  words.answer("en").come();
  await words.registered;
  expect(t("slow.word")).toBe("word en");

  const chosen = choose("it");
  expect(words.asked).toEqual(["en", "it"]);
  expect(language.current).toBe("en");
  expect(t("slow.word")).toBe("word en");
  words.answer("it").come();
  await chosen;
  expect(language.current).toBe("it");
  expect(t("slow.word")).toBe("word it");

  await choose("en");
  expect(words.asked).toEqual(["en", "it"]);
});

test("the latest choice counts, and waits for areas that are new", async () => {
  const words = slow("slow_choice");
  words.answer("en").come();
  await words.registered;
  const first = choose("it");
  const second = choose("ru");
  const more = slow("slow_more");
  words.answer("it").come();
  words.answer("ru").come();
  await first;
  expect(language.current).toBe("en");
  await vi.waitFor(() => expect(more.asked).toContain("ru"));
  more.answer("ru").come();
  await second;
  expect(language.current).toBe("ru");
  expect([t("slow_choice.word"), t("slow_more.word")]).toEqual(["word ru", "word ru"]);
  more.answer("en").come();
  await more.registered;
});

test("what was lost on the way is asked for again", async () => {
  const words = slow("lost");
  words.answer("en").fail();
  await words.registered;
  expect(t("lost.word")).toBe("lost.word");
  const again = ready();
  expect(words.asked).toEqual(["en", "en"]);
  words.answer("en").come();
  await again;
  expect(t("lost.word")).toBe("word en");

  const chosen = choose("it");
  words.answer("it").fail();
  await expect(chosen).rejects.toThrow("no connection");
  expect(language.current).toBe("en");
  const spoken = speak("it-CH");
  words.answer("it").come();
  await spoken;
  expect(t("lost.word")).toBe("word it");
});

test.each([
  [null, ["it-CH", "en"], "it"],
  [null, ["de", "ru"], "ru"],
  [null, ["de"], "en"],
  ["ru", ["it"], "ru"],
  ["xx", ["it"], "it"],
] as const)("kept %s, browser %j: %s", (kept, browser, wanted) => {
  expect(preferred(kept, browser)).toBe(wanted);
});

test("tells how long ago", () => {
  const now = Date.UTC(2030, 0, 2);
  expect(ago(now - 10, now)).toBe("now");
  expect(ago(now - 3 * 60_000, now)).toBe("3 minutes ago");
  expect(ago(now - 86_400_000, now)).toBe("yesterday");
});

test("lists names", () => {
  language.current = "it";
  expect(list(["Ada", "Bruno", "Carla"])).toBe("Ada, Bruno e Carla");
});
