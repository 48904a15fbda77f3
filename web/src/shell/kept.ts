/** What this browser remembers, under a name each; a browser that keeps nothing still works. */

/** What is kept, over what there is at first. Something else under our name counts for nothing. */
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
    // Then it holds until the page is closed.
  }
}
