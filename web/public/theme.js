// Before the first paint: the theme chosen here earlier (src/shell/theme.svelte.ts keeps it).
try {
  const theme = localStorage.getItem("contrada.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}

// The words in the language chosen here earlier (src/i18n keeps it): asked for now, not only when the
// script that needs them is there. The build names the files.
{
  const words = JSON.parse(document.currentScript.dataset.words ?? "{}");
  let kept = null;
  try {
    kept = localStorage.getItem("contrada.language");
  } catch {
    // As above.
  }
  const wished = [kept, ...navigator.languages.map((name) => name.slice(0, 2).toLowerCase()), "en"];
  const language = wished.find((name) => name in words);
  if (language) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = words[language];
    document.head.append(link);
  }
}
