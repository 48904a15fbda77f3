import { expect, test } from "vitest";
import { contrast, sheetFor } from "./colours";

/** All a host may choose: the server refuses what is lighter. */
const COLOURS = ["#24594B", "#1457A6", "#7A1F3D", "#000000", "#8A5A00", "#B0152F", "#5B2F75"];
const GROUND = { day: ["#FAF8F4"], night: ["#1C2127", "#262C33"] };

function read(rules: string): Record<string, string> {
  return Object.fromEntries([...rules.matchAll(/(--[\w-]+):(#\w+)/g)].map(([, name, value]) => [name!, value!]));
}

test.each(COLOURS)("%s can be read by day and by night", (colour) => {
  const [day = "", night = ""] = sheetFor(colour).split(":root[data-theme");
  for (const [rules, grounds] of [[day, GROUND.day], [night, GROUND.night]] as const) {
    const found = read(rules);
    for (const ground of grounds) {
      expect(contrast(found["--accent"]!, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(found["--accent-ink"]!, ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(found["--accent"]!, found["--on-accent"]!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(found["--accent-2"]!, found["--on-accent"]!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(found["--accent-ink"]!, found["--accent-soft"]!)).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(["", "red", "#12345", "#12345g", "#123456}*{x:y"])("%s is no colour", (colour) => {
  expect(sheetFor(colour)).toBe("");
});
