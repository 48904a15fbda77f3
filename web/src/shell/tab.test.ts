import { expect, test } from "vitest";
import { numbered, numberedIcon } from "./tab";

test("the number stands before the title, once", () => {
  expect(numbered("Your turn – Contrada", 2)).toBe("(2) Your turn – Contrada");
  expect(numbered("(2) Watch · Contrada", 12)).toBe("(12) Watch · Contrada");
  expect(numbered("(1) Watch · Contrada", 0)).toBe("Watch · Contrada");
});

test("the icon has the number drawn on it", () => {
  const drawn = decodeURIComponent(numberedIcon("<svg><path/></svg>", 3));
  expect(drawn).toMatch(/^data:image\/svg\+xml,<svg><path\/><circle .*>3<\/text><\/svg>$/);
  expect(decodeURIComponent(numberedIcon("<svg></svg>", 40))).toContain(">9+<");
});
