/** The house that this page belongs to: its name, its rules, what its host announces. Remembered, so that the
 * page looks right before the server answers. */
import type { House } from "../protocol";
import { house as ask } from "./api";

const KEPT = "contrada.house";

function remembered(): House | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") as House | null;
  } catch {
    return null; // a browser that keeps nothing asks each time
  }
}

class TheHouse {
  /** Null until the server has answered for the first time. */
  now = $state.raw<House | null>(remembered());

  /** Takes over what the server says. */
  is(found: House): void {
    this.now = found;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ ...found, announcement: null }));
    } catch {
      /* see remembered() */
    }
  }

  ask(): void {
    ask().then((found) => this.is(found), () => {}); // it comes again with the next connection
  }

  get name(): string {
    return this.now?.name || "Contrada";
  }
}

export const house = new TheHouse();
