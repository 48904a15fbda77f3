// Before the first paint: the theme chosen here earlier (src/shell/theme.svelte.ts keeps it).
try {
  const theme = localStorage.getItem("contrada.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
