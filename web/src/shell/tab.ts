/** The browser's tab: how many tables wait, before its title and on its icon. */

const NUMBER = /^\(\d+\+?\) /;
const MOST = 9; // that the icon has room for

/** "(2) Watch · Contrada". */
export function numbered(title: string, n: number): string {
  const bare = title.replace(NUMBER, "");
  return n > 0 ? `(${n}) ${bare}` : bare;
}

/** The icon with a number in a circle, as the address of a picture. */
export function numberedIcon(icon: string, n: number): string {
  const text = n > MOST ? `${MOST}+` : String(n);
  const size = text.length > 1 ? 24 : 30;
  const badge =
    '<circle cx="44" cy="44" r="20" fill="#8A2F1D" stroke="#FFF8EC" stroke-width="3"/>' +
    `<text x="44" y="${44 + size * 0.36}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${size}" fill="#FFF8EC">${text}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(icon.replace("</svg>", `${badge}</svg>`))}`;
}

/** Keeps the number before whatever title a page gives the tab, until the returned function is called. */
export function numberTitle(n: number): () => void {
  const set = () => {
    const wanted = numbered(document.title, n);
    if (document.title !== wanted) document.title = wanted;
  };
  set();
  const changes = new MutationObserver(set);
  changes.observe(document.head, { subtree: true, childList: true, characterData: true });
  return () => changes.disconnect();
}

let plain: Promise<string> | null = null;
let wanted = 0;

/** Puts a number on the icon; none if it is 0. */
export async function numberIcon(n: number): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || wanted === n) return;
  wanted = n;
  const address = (link.dataset.plain ??= link.getAttribute("href")!);
  if (n === 0) {
    link.href = address;
    return;
  }
  try {
    plain ??= fetch(address).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))));
    const icon = await plain;
    if (wanted === n) link.href = numberedIcon(icon, n);
  } catch {
    plain = null; // the title has the number too
  }
}
