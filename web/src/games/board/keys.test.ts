import { afterEach, expect, test, vi } from "vitest";
import { isTaken } from "./keys";

/** A key pressed on something that these selectors find. */
function key(within = "", more: Partial<KeyboardEvent> = {}): KeyboardEvent {
  const closest = (selector: string) => (within && selector.split(", ").includes(within) ? {} : null);
  return { key: "1", target: { closest }, ...more } as unknown as KeyboardEvent;
}

function page({ dialog = false } = {}): void {
  vi.stubGlobal("document", { querySelector: () => (dialog ? {} : null) });
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["on the board", key(), false],
  ["in a field", key("textarea"), true],
  ["with Ctrl", key("", { ctrlKey: true }), true],
  ["that somebody has used", key("", { defaultPrevented: true }), true],
])("a key %s", (_, pressed, taken) => {
  page();
  expect(isTaken(pressed)).toBe(taken);
});

test("a key is the dialog's though nothing in it has the focus", () => {
  page({ dialog: true });
  expect(isTaken(key())).toBe(true);
});
