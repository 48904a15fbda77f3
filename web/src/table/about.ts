/** What explains itself at a table, and with which words: everything with a description of its own, or at least the
 * name that is read out. */

const EXPLAINED = "[data-about], [title], [role=gridcell], button[aria-label], [role=img][aria-label]";
/** Only these explain themselves under a mouse: a name read out would only repeat what is seen. */
const HOVERED = "[data-about]";

export interface About {
  of: Element;
  text: string;
}

export function aboutOf(target: EventTarget | null, hovered = false): About | null {
  const of = target instanceof Element ? target.closest(hovered ? HOVERED : EXPLAINED) : null;
  const text = of && (of.getAttribute("data-about") || of.getAttribute("title") || of.getAttribute("aria-label"));
  return of && text ? { of, text } : null;
}

/** What explains itself but cannot get the focus, in the order of the page: keys go through it one by one. */
export function unfocused(room: Element): About[] {
  return [...room.querySelectorAll("[data-about]")].flatMap((of) => {
    const canFocus = of.matches("button, a, [tabindex]");
    const about = canFocus || !of.checkVisibility() ? null : aboutOf(of);
    return about ? [about] : [];
  });
}

/** The one after (or before) this in the order of the page; after the last comes the first. */
export function beyond(all: About[], from: Element | null, back: boolean): About | null {
  const side = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const isBeyond = ({ of }: About) => from !== null && (from.compareDocumentPosition(of) & side) !== 0;
  const found = back ? all.findLast(isBeyond) ?? all.at(-1) : all.find(isBeyond) ?? all[0];
  return found ?? null;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 8;

/** Above what it explains, or below where there is no room; never beyond the window. */
export function besides({ left, top, width, height }: Box, size: { width: number; height: number }, room: { width: number; height: number }) {
  const x = left + width / 2 - size.width / 2;
  const above = top - size.height - GAP;
  const y = above >= GAP ? above : Math.min(top + height + GAP, room.height - size.height - GAP);
  return { x: Math.max(GAP, Math.min(x, room.width - size.width - GAP)), y: Math.max(GAP, y) };
}
