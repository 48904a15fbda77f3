/** Light, dark, or the same as the device. public/theme.js applies it before the first paint. */

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "contrada.theme";

function present(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

let current = $state<Theme>(present());

export const theme = {
  get current(): Theme {
    return current;
  },
  set current(chosen: Theme) {
    current = chosen;
    if (chosen === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
    try {
      if (chosen === "system") localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, chosen);
    } catch {
      /* a browser that stores nothing forgets it when the page closes */
    }
  },
};
