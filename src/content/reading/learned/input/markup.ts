import { Parser } from 'htmlparser2';
import {
  blendsIn,
  type Look,
  lookOfElement,
  nothingSaid,
  readStyleRules,
  type StyleRules,
} from '#content/css/index.ts';

/** Where words of html stand that are not, or not plainly, shown. */
export type Unseen = {
  place: 'style' | 'comment' | 'attribute' | 'head' | 'template' | 'form' | 'preheader';
  /** How it was hidden, or the name of the attribute or element. */
  by: string;
  text: string;
};

export type Link = { href: string; text: string };

export type Markup = {
  visible: string;
  unseen: Unseen[];
  links: Link[];
  images: number;
  forms: number;
  /** Elements, to tell a letter in html from a composed page. */
  elements: number;
};

const MAX_HTML = 400_000;
/** The parser gets slower with depth. After this many elements the rest is read as text, without its tags. */
const MAX_ELEMENTS = 10_000;
const CHUNK = 32_768;
const MAX_UNSEEN = 300;
const MAX_LINKS = 300;
const MAX_ATTRIBUTE = 2_000;

const blocks = new Set(
  'p div br tr li ul ol table h1 h2 h3 h4 h5 h6 hr blockquote pre section article header footer td th dt dd'.split(
    ' ',
  ),
);
/** Elements whose words no reader sees, and what they count as. */
const unseenElements = new Map<string, Unseen['place']>([
  ...(['title', 'head'] as const).map((tag) => [tag, 'head'] as const),
  ...['template', 'noscript', 'script', 'object', 'svg', 'math', 'noframes', 'iframe'].map(
    (tag) => [tag, 'template'] as const,
  ),
  ...['textarea', 'option', 'button-hidden', 'datalist'].map((tag) => [tag, 'form'] as const),
]);
const spokenAttributes = new Set([
  'alt',
  'title',
  'aria-label',
  'aria-description',
  'placeholder',
  'content',
  'value',
  'summary',
  'label',
]);

type Level = { tag: string; hiddenBy: string; look: Look };

/** Reads html in one walk: what it shows, and what it holds besides. */
export function readMarkup(html: string): Markup {
  const source = html.slice(0, MAX_HTML);
  const walk = new MarkupWalk(source);
  const parser = new Parser(walk, { decodeEntities: true });
  let at = 0;
  for (; at < source.length && walk.elements < MAX_ELEMENTS; at += CHUNK)
    parser.write(source.slice(at, at + CHUNK));
  parser.end();
  if (at < source.length) walk.ontext(source.slice(at).replace(/<[^<>]{0,2000}>/g, '\n'));
  return walk.result();
}

class MarkupWalk {
  readonly #rules: StyleRules;
  readonly #levels: Level[] = [{ tag: '', hiddenBy: '', look: { background: [255, 255, 255] } }];
  readonly #unseen: Unseen[] = [];
  readonly #links: Link[] = [];
  readonly #pieces: string[] = [];
  #hasLetters = false;
  #link: Link | null = null;
  #images = 0;
  #forms = 0;
  elements = 0;

  constructor(html: string) {
    this.#rules = readStyleRules(styleSheets(html));
  }

  onopentag(tag: string, attributes: Record<string, string>): void {
    this.elements++;
    if (tag === 'img') this.#images++;
    if (tag === 'form' || tag === 'input') this.#forms++;
    if (blocks.has(tag)) this.#pieces.push(tag === 'td' || tag === 'th' ? '\t' : '\n');
    if (tag === 'a' && attributes.href !== undefined && this.#links.length < MAX_LINKS) {
      this.#link = { href: attributes.href.trim().slice(0, MAX_ATTRIBUTE), text: '' };
      this.#links.push(this.#link);
    }
    this.#readAttributes(attributes);
    this.#levels.push(levelWithin(this.#levels.at(-1)!, this.#rules, tag, attributes));
  }

  onclosetag(tag: string): void {
    if (tag === 'a') this.#link = null;
    if (blocks.has(tag) && tag !== 'br') this.#pieces.push('\n');
    if (this.#levels.length > 1) this.#levels.pop();
  }

  ontext(data: string): void {
    const { tag, hiddenBy, look } = this.#levels.at(-1)!;
    if (tag === 'style') return;
    const place = unseenElements.get(tag);
    const by = place ? tag : hiddenBy || waysToHide(look);
    if (by === '') this.#show(data);
    else if (/[\p{L}\p{N}]/u.test(data)) this.#hide(data, by, place);
  }

  oncomment(data: string): void {
    if (!/^\[(?:if|endif)|^<!\[/i.test(data) && /\p{L}{2}/u.test(data))
      this.#add({ place: 'comment', by: 'comment', text: data });
  }

  result(): Markup {
    const visible = this.#pieces
      .join('')
      .replace(/[ \t\u00a0]{2,}|[\t\u00a0]/g, ' ')
      .replace(/ ?\n[ \n]*\n ?/g, '\n\n')
      .trim();
    const [unseen, links] = [this.#unseen, this.#links];
    return { visible, unseen, links, images: this.#images, forms: this.#forms, elements: this.elements };
  }

  #show(data: string): void {
    this.#pieces.push(data.replace(/\s{2,}|[^\S ]/g, ' '));
    if (this.#link && this.#link.text.length < 300) this.#link.text += data;
    this.#hasLetters ||= /[\p{L}\p{N}]/u.test(data);
  }

  #hide(data: string, by: string, place: Unseen['place'] | undefined): void {
    const atHead = place === undefined && !this.#hasLetters;
    this.#add({ place: place ?? (atHead ? 'preheader' : 'style'), by, text: data });
  }

  /** Text in pieces of one place is one passage. */
  #add(unseen: Unseen): void {
    const last = this.#unseen.at(-1);
    if (
      last &&
      last.place !== 'comment' &&
      last.place === unseen.place &&
      last.by === unseen.by &&
      last.text.length < 5_000
    )
      last.text += ` ${unseen.text}`;
    else if (this.#unseen.length < MAX_UNSEEN)
      this.#unseen.push({ ...unseen, text: unseen.text.slice(0, 20_000) });
  }

  #readAttributes(attributes: Record<string, string>): void {
    for (const name in attributes) {
      if (!spokenAttributes.has(name) && !name.startsWith('data-')) continue;
      const text = attributes[name]!;
      if (text.length > 5 && /\p{L}{2}/u.test(text) && !/^(?:https?:|width=|\w+$|text\/html)/i.test(text))
        this.#add({
          place: 'attribute',
          by: name.startsWith('data-') ? 'data' : name,
          text: text.slice(0, MAX_ATTRIBUTE),
        });
    }
  }
}

function levelWithin(
  parent: Level,
  rules: StyleRules,
  tag: string,
  attributes: Record<string, string>,
): Level {
  const own = lookOfElement(rules, tag, attributes);
  const look = own === nothingSaid ? parent.look : { ...parent.look, ...own };
  const hiddenBy =
    parent.hiddenBy || (own.gone ? 'gone' : '') || (unseenElements.has(parent.tag) ? parent.tag : '');
  return {
    tag,
    hiddenBy: hiddenBy || (attributes['aria-hidden'] === 'true' && own.gone ? 'aria' : ''),
    look,
  };
}

const waysToHide = (look: Look): string =>
  look.invisible ? 'invisible' : look.tiny ? 'tiny' : blendsIn(look.color, look.background) ? 'color' : '';

function styleSheets(html: string): string {
  let found = '';
  for (let open = html.search(/<style/i); open >= 0 && found.length < 65_536; ) {
    const start = html.indexOf('>', open);
    const end = start < 0 ? -1 : html.indexOf('</', start);
    if (end < 0) break;
    found += `${html.slice(start + 1, end)}\n`;
    const next = html.slice(end).search(/<style/i);
    open = next < 0 ? -1 : end + next;
  }
  return found;
}
