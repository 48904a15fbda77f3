/** What this browser remembers. The page also works in a browser that stores nothing. */

/** The stored values over the first ones. Anything unreadable under that name is ignored. */
export function recall<Kept extends object>(name: string, first: Kept, text = textOf(name)): Kept {
  try {
    return { ...first, ...(JSON.parse(text ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...first };
  }
}

function textOf(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, kept: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // It then lasts until the page is closed.
  }
}
