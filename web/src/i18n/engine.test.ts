import { beforeEach, expect, test } from "vitest";
import { ago, language, list, preferred, register, t } from ".";

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
