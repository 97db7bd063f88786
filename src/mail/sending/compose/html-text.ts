import { compile } from 'html-to-text';

/** Elements without an end tag. */
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
/** Elements whose content is not text to read, up to their own end tag. */
const HIDDEN = new Map(
  ['script', 'style', 'title', 'template', 'svg'].map((name) => [name, new RegExp(`</${name}`, 'gi')]),
);
const TAG_NAME = /<(\/?)([a-zA-Z][a-zA-Z0-9-]{0,30})/y;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** The parser behind html-to-text is quadratic in depth: 2 MB of nested divs took 32 s. Newsletters nest some 30 deep. */
const MAX_DEPTH = 64;

const ownLine = { format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } };
const heading = { options: { uppercase: false } };
/** Compiled once, because compiling takes a millisecond. */
const convertToText = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'tr', ...ownLine },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
  ],
});

type Tag = { closing: boolean; name: string; attributes: string; end: number };

/** The `>` that ends a tag, not counting those within quoted attribute values; -1 if there is none. */
const tagEnd = (html: string, from: number): number => {
  const special = /[>"']/g;
  special.lastIndex = from;
  for (let match = special.exec(html); match; match = special.exec(html)) {
    if (match[0] === '>') return match.index;
    if (!/=\s{0,8}$/.test(html.slice(Math.max(from, match.index - 9), match.index))) continue;
    const close = html.indexOf(match[0], match.index + 1);
    if (close < 0) return -1;
    special.lastIndex = close + 1;
  }
  return -1;
};

/** The tag that begins at `start`, `unended` when the document stops inside it, or null when the `<` there is text. */
const readTag = (html: string, start: number): Tag | 'unended' | null => {
  TAG_NAME.lastIndex = start;
  const match = TAG_NAME.exec(html);
  if (!match) return null;
  const attributesStart = start + match[0].length;
  const end = tagEnd(html, attributesStart);
  if (end < 0) return 'unended';
  const attributes = html.slice(attributesStart, end);
  return { closing: match[1] === '/', name: (match[2] ?? '').toLowerCase(), attributes, end: end + 1 };
};

/** The position at which reading continues after a tag: for a hidden element, its end tag. */
const positionAfter = (html: string, tag: Tag): number => {
  const endTag = tag.closing ? undefined : HIDDEN.get(tag.name);
  if (!endTag) return tag.end;
  endTag.lastIndex = tag.end;
  return endTag.exec(html)?.index ?? html.length;
};

/** The end of the comment or declaration that begins at `start`. */
const declarationEnd = (html: string, start: number): number => {
  const terminator = html.startsWith('<!--', start) ? '-->' : '>';
  const end = html.indexOf(terminator, start + 2);
  return end < 0 ? html.length : end + terminator.length;
};

/** Collects simplified markup with at most `MAX_DEPTH` open elements. Deeper tags are removed, but their text is kept. */
class BoundedMarkup {
  readonly #open: string[] = [];
  readonly #parts: string[] = [];

  text(text: string): void {
    this.#parts.push(text.replaceAll('<', '&lt;'));
  }

  tag({ closing, name, attributes }: Tag): void {
    if (closing) {
      this.#close(name);
      return;
    }
    if (VOID.has(name)) {
      // An image has no text, and its data URI may be the largest part of the message.
      if (name !== 'img') this.#parts.push(`<${name}>`);
      return;
    }
    if (this.#open.length >= MAX_DEPTH) {
      this.#parts.push(' ');
      return;
    }
    this.#open.push(name);
    // Neighbouring cells would otherwise read as one word.
    if (name === 'td' || name === 'th') this.#parts.push(' ');
    const href = name === 'a' ? HREF.exec(attributes) : null;
    const target = href?.[1] ?? href?.[2] ?? href?.[3];
    this.#parts.push(target === undefined ? `<${name}>` : `<a href="${target.replaceAll('"', '%22')}">`);
  }

  toString(): string {
    return this.#parts.join('');
  }

  #close(name: string): void {
    const index = this.#open.lastIndexOf(name);
    if (index < 0) return;
    // Elements that are still open inside are closed here too, so that the counted depth matches the output.
    for (const inner of this.#open.splice(index).reverse()) this.#parts.push(`</${inner}>`);
  }
}

/**
 * The same document with tags and link targets only, no comments, scripts or styles, and bounded depth.
 * Reads from front to back once, so that its time is linear in the length.
 */
const boundMarkup = (html: string): string => {
  const bounded = new BoundedMarkup();
  let position = 0;
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', position)) {
    bounded.text(html.slice(position, start));
    position = start;
    if (/^<[!?]/.test(html.slice(start, start + 2))) {
      position = declarationEnd(html, start);
      continue;
    }
    const tag = readTag(html, start);
    if (tag === 'unended') break;
    if (tag) bounded.tag(tag);
    else bounded.text('<');
    position = tag ? positionAfter(html, tag) : start + 1;
  }
  bounded.text(html.slice(position));
  return bounded.toString();
};

/**
 * The plain text of an HTML body (spec 4.6 rule 2). Links keep their targets; images and styles are removed.
 * The time is linear in the length, also for hostile markup.
 */
export const textFromHtml = (html: string): string => convertToText(boundMarkup(html)).trim();
