// Turns the Markdown of the rule pages into data when the page is built. Nothing that a person types
// ever comes through here.
import { Marked } from "marked";

/** "## Scoring {#scoring}" */
const HEADING = /^(.*?)\s*\{#([a-z-]+)\}$/;
/** "- URBINO-LOT-4* Architects in one line …"; the star marks a ruling. */
const RULE = /^([A-Z]+-[A-Z]+-(?:\d+|[A-Z]+))(\*?)\s+/;
const FIGURE = "figure:";

// Text of ours, but text all the same: tags in it are shown as they are written.
const marked = new Marked({ renderer: { html: ({ text }) => text.replaceAll("<", "&lt;") } });

const inline = (text) => marked.parseInline(text);
const block = (tokens) => marked.parser(tokens);

function isRules(token) {
  return token.type === "list" && token.items.every((item) => RULE.test(item.text));
}

/** The id is taken off the text, and the rest of the item is parsed as what it is. */
function ruleOf(item) {
  const [head, id, star] = RULE.exec(item.text);
  return { id, ruling: star === "*", html: inTheLine(block(marked.lexer(item.text.slice(head.length)))) };
}

/** A rule of one paragraph needs none. */
function inTheLine(html) {
  const found = /^<p>([^]*)<\/p>\s*$/.exec(html);
  return found && !found[1].includes("<p>") ? found[1] : html;
}

/** A picture alone in its paragraph: its address names it, its text is the caption. */
function figureOf(token) {
  const [image, ...more] = token.type === "paragraph" ? token.tokens : [];
  if (image?.type !== "image" || more.length || !image.href.startsWith(FIGURE)) return null;
  return { kind: "figure", name: image.href.slice(FIGURE.length), caption: inline(image.text) };
}

function partOf(token) {
  if (isRules(token)) return { kind: "rules", rules: token.items.map(ruleOf) };
  return figureOf(token) ?? { kind: "html", html: block([token]) };
}

/** Paragraphs that follow one another are one part. */
function joined(parts) {
  return parts.reduce((all, part) => {
    const before = all.at(-1);
    if (before?.kind === "html" && part.kind === "html") before.html += part.html;
    else all.push(part);
    return all;
  }, []);
}

/** A page: its title, what stands before the first section, and the sections. */
export function rulesOf(markdown, file = "") {
  const sections = [{ id: "", title: "", parts: [] }];
  for (const token of marked.lexer(markdown)) {
    if (token.type === "space") continue;
    if (token.type === "heading" && token.depth === 1) sections[0].title = inline(token.text);
    else if (token.type === "heading" && token.depth === 2) {
      const found = HEADING.exec(token.text);
      if (!found) throw new Error(`${file}: a heading needs an anchor, {#like-this}: ${token.text}`);
      sections.push({ id: found[2], title: inline(found[1]), parts: [] });
    } else sections.at(-1).parts.push(partOf(token));
  }
  const [top, ...others] = sections.map((section) => ({ ...section, parts: joined(section.parts) }));
  return { title: top.title, top: top.parts, sections: others };
}

/** Lets `import text from "./en.md"` give such a page. */
export function rules() {
  return {
    name: "contrada-rules",
    transform(code, id) {
      if (!id.endsWith(".md")) return null;
      return { code: `export default ${JSON.stringify(rulesOf(code, id))};`, map: null };
    },
  };
}
