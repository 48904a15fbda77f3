import { expect, test } from "vitest";
import { fingerprint, matches } from "./commitment";

// From: printf 'contrada pepper 7' | sha256sum
const KNOWN = "405ee6c8b2e567c50079ac5f19070a9e43949dc696b3c2ff2aeb69d84c9e4f12";

test("is the SHA-256 of `contrada SALT SEED`", async () => {
  expect(await fingerprint("pepper", "7")).toBe(KNOWN);
});

test("spaces around what was copied do not matter, anything else does", async () => {
  expect(await matches({ commitment: ` ${KNOWN.toUpperCase()} `, salt: "pepper ", seed: " 7" })).toBe(true);
  expect(await matches({ commitment: KNOWN, salt: "pepper", seed: "8" })).toBe(false);
});

test("a seed of 128 bits is taken as its digits", async () => {
  // From: printf 'contrada pepper 340282366920938463463374607431768211455' | sha256sum
  const known = "5832d771d54a8f9a2be4e3d2bd4c152145cf927894ecac5a8ed81bf3858a8078";
  expect(await fingerprint("pepper", "340282366920938463463374607431768211455")).toBe(known);
});
