/** The colours that follow from the one that a house has chosen, by day and by night. */

type Rgb = [number, number, number];

const SURFACE = { day: "#FAF8F4", night: "#1C2127" } as const;
const INK = "#0E1B16"; // on light buttons
const ENOUGH = 4.5; // of WCAG, for text

function parts(colour: string): Rgb {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as Rgb;
}

function text(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** A colour with some of another one in it. */
export function mixed(one: string, other: string, share: number): string {
  const [a, b] = [parts(one), parts(other)];
  return text(a.map((part, i) => part * (1 - share) + b[i]! * share) as Rgb);
}

function luminance(colour: string): number {
  const [red, green, blue] = parts(colour).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour, lightened until it can be read on a surface by night. */
function byNight(colour: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const found = mixed(colour, "#ffffff", share);
    if (contrast(found, SURFACE.night) >= ENOUGH + 1) return found;
  }
  return "#ffffff";
}

function tokens(accent: string, surface: string, toward: string): Record<string, string> {
  const onAccent = contrast(accent, "#ffffff") >= ENOUGH ? "#ffffff" : INK;
  return {
    "--accent": accent,
    "--accent-2": mixed(accent, toward, 0.2),
    "--on-accent": onAccent,
    "--accent-soft": mixed(surface, accent, 0.14),
    "--accent-ink": mixed(accent, toward, 0.14),
  };
}

/** The rules of a style sheet, by day and by night; none without a colour. */
export function sheetFor(colour: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return "";
  const block = (found: Record<string, string>) =>
    Object.entries(found)
      .map(([name, value]) => `${name}:${value}`)
      .join(";");
  const day = block(tokens(colour, SURFACE.day, "#000000"));
  const night = block(tokens(byNight(colour), SURFACE.night, "#ffffff"));
  return (
    `:root{${day}}:root[data-theme="dark"]{${night}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${night}}}`
  );
}
