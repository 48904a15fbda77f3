import { describe, expect, test } from "vitest";
import { say, type Message, type Nouns, type Values } from "./message";

const EN: Nouns = {
  kind: {
    house: { one: "house", a: "a house", many: "houses" },
    palace: { one: "palace", a: "a palace", many: "palaces" },
  },
};
const RU: Nouns = { kind: { house: { nom: "дом", acc: "дом", gen_plural: "домов" } } };

function english(message: Message, values: Values = {}): string {
  return say(message, values, { locale: "en-GB", nouns: EN });
}

describe("a plural", () => {
  const coins: Message = { by: "coins", "=0": "No coins", "=12": "A dozen", one: "{coins} coin", other: "{coins} coins" };

  test.each([
    [0, "No coins"],
    [1, "1 coin"],
    [2, "2 coins"],
    [12, "A dozen"],
  ])("of %d", (n, text) => {
    expect(english(coins, { coins: n })).toBe(text);
  });

  test("goes by n unless told", () => {
    expect(english({ one: "{n} seat", other: "{n} seats" }, { n: 1 })).toBe("1 seat");
  });

  test("counts what is in a list", () => {
    const stand: Message = { by: "squares", one: "{squares} is free", other: "{squares} are free" };
    expect(english(stand, { squares: ["c2"] })).toBe("c2 is free");
    expect(english(stand, { squares: ["c2", "d5"] })).toBe("c2 and d5 are free");
  });

  test("has the cases of its language", () => {
    const text: Message = { one: "{n} дом", few: "{n} дома", many: "{n} домов", other: "{n} дома" };
    const said = [1, 3, 5, 11, 21, 1.5].map((n) => say(text, { n }, { locale: "ru", nouns: {} }));
    expect(said).toEqual(["1 дом", "3 дома", "5 домов", "11 домов", "21 дом", "1.5 дома"]);
  });

  test("of nothing known is the general one", () => {
    expect(english({ one: "a seat", other: "seats" })).toBe("seats");
  });
});

describe("a select", () => {
  const built: Message = { select: "kind", house: "House built", palace: "Palace built", other: "Built" };

  test("goes by the text of a value", () => {
    expect(english(built, { kind: "palace" })).toBe("Palace built");
    expect(english({ select: "n", 2: "two", other: "more" }, { n: 2 })).toBe("two");
  });

  test("has a general case", () => {
    expect(english(built, { kind: "tower" })).toBe("Built");
    expect(english(built)).toBe("Built");
  });

  test("nests with plurals", () => {
    const text: Message = {
      select: "kind",
      house: { one: "{n} house left", other: "{n} houses left" },
      other: { by: "more", "=0": { select: "who", you: "You have none", other: "None" }, other: "{more} left" },
    };
    expect(english(text, { kind: "house", n: 1 })).toBe("1 house left");
    expect(english(text, { kind: "tower", more: 0, who: "you" })).toBe("You have none");
    expect(english(text, { kind: "tower", more: 2 })).toBe("2 left");
  });
});

describe("a noun", () => {
  test("stands in the form that is asked for", () => {
    expect(english("You cannot build {kind.a} here.", { kind: "house" })).toBe("You cannot build a house here.");
    expect(say("Постройте {kind.acc}.", { kind: "house" }, { locale: "ru", nouns: RU })).toBe("Постройте дом.");
  });

  test("may be of a group with another name", () => {
    expect(english("{built:kind.one} beside {old:kind.a}", { built: "house", old: "palace" })).toBe(
      "house beside a palace",
    );
  });

  test("that is unknown is shown as it came", () => {
    expect(english("{kind.a}", { kind: "tower" })).toBe("tower");
    expect(english("{kind.dative}", { kind: "house" })).toBe("house");
    expect(english("{thing.a}", { thing: "house" })).toBe("house");
  });
});

describe("a list", () => {
  test("is joined as the language does it", () => {
    expect(english("{squares}", { squares: ["a1", "b2", "c3"] })).toBe("a1, b2 and c3");
    expect(say("{squares}", { squares: ["a1", "b2"] }, { locale: "it", nouns: {} })).toBe("a1 e b2");
    expect(english("{numbers}", { numbers: [1, 2] })).toBe("1 and 2");
    expect(english("{squares}", { squares: [] })).toBe("");
  });

  test("of nouns has each in its form", () => {
    expect(english("{kind.many}", { kind: ["house", "palace"] })).toBe("houses and palaces");
    expect(english("{left:kind.a}", { left: ["house"] })).toBe("a house");
  });
});

test("a value is never read as a pattern or a placeholder", () => {
  expect(english("Hello, {name}", { name: "$& {name}" })).toBe("Hello, $& {name}");
});

test("a placeholder without a value stays", () => {
  expect(english("{who}: {kind.a}, {old:kind.a}")).toBe("{who}: {kind.a}, {old:kind.a}");
});
