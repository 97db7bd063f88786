import {
  blendsIn,
  type Look,
  lookOfElement,
  nothingSaid,
  readStyleRules,
  type StyleRules,
} from '#content/css/index.ts';
import type { MarkupObserver } from './html-sanitizer.ts';
import { parseLimits } from './limits.ts';
import { runWithin } from './time-guard.ts';

/** Text of an html body that a reader cannot see. */
interface HiddenPassage {
  text: string;
  /** No visible text precedes it: this is where a preheader is, the line that mail clients show next to the subject. */
  atHead: boolean;
}

interface Level {
  tag: string;
  gone: boolean;
  look: Look;
}

const maxPassages = 200;
const maxTextChars = 100_000;
const guardFromChars = 16 * 1024;
/** A preheader is a line or two; some senders repeat the first paragraph. */
const preheaderChars = 300;
/** A message that has little else to show has no use for a preheader. */
const visibleBesidePreheader = 80;
/** Fewer letters than this say nothing: spacers, dots, tracking marks. */
const meaningfulLetters = 8;

const unseenTags = new Set([
  'style',
  'script',
  'title',
  'template',
  'noscript',
  'head',
  'option',
  'textarea',
]);

/** Words with which hidden text speaks to a machine instead of to a reader. */
const orders = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,60}\b(?:previous|prior|above|earlier|instructions?|rules?|prompts?|guidelines)\b/i,
  /\bsystem prompt\b|\b(?:ai (?:agent|assistant|model)|language model|llm|assistant|agent)s?\b[^.]{0,60}\b(?:must|should|ignore|reply|respond|please|forward|send|do not)\b/i,
  /\b(?:instructions? (?:for|to)|new instructions?|you (?:are|must|will|should) now|you must)\b/i,
  /\b(?:forward|send|reveal|exfiltrate|wire|transfer)\b[^.]{0,60}\b(?:passwords?|api keys?|credentials?|secrets?|tokens?|inbox|all (?:mail|messages|emails|files)|money|funds)\b/i,
];

/**
 * Whether HTML contains text that readers cannot see because of style, size or colour. Two cases are allowed:
 * preheaders (first in the body, short, and without words to machines), and text that is also visible elsewhere, as
 * in layouts for narrow and wide windows. It follows the walk of the sanitiser, which limits depth and time.
 */
export const canHideText = (html: string): boolean => /style|hidden|color/i.test(html);

/**
 * Whether html shows a reader less than it holds: text that style, size or colour takes out of sight. Left alone are
 * preheaders (first in the body, short, and nothing in them speaks to a machine) and text that is also shown, as
 * layouts for narrow and wide windows do. It watches the walk of the sanitiser, which bounds depth and time.
 */
export class HiddenTextFinder implements MarkupObserver {
  readonly #rules: StyleRules;
  readonly #levels: Level[] = [{ tag: '', gone: false, look: { background: [255, 255, 255] } }];
  #hidden: HiddenPassage[] = [];
  #visible = '';
  /** The HTML that is walked, and the findings before it. */
  #walk = { html: '', hidden: 0, visible: 0 };

  /** `html`: all that will be walked, for its style sheets. */
  constructor(html: string) {
    this.#rules = readStyleRules(styleSheets(html));
  }

  begin(html: string): void {
    if (html !== this.#walk.html)
      this.#walk = { html, hidden: this.#hidden.length, visible: this.#visible.length };
    this.#levels.length = 1;
    this.#hidden = this.#hidden.slice(0, this.#walk.hidden);
    this.#visible = this.#visible.slice(0, this.#walk.visible);
  }

  open(tag: string, attributes: Record<string, string>): void {
    this.#levels.push(within(this.#levels.at(-1)!, this.#rules, tag, attributes));
  }

  close(): void {
    if (this.#levels.length > 1) this.#levels.pop();
  }

  text(data: string): void {
    const { tag, gone, look } = this.#levels.at(-1)!;
    if (unseenTags.has(tag) || !/\S/.test(data)) return;
    const isHidden = gone || look.invisible || look.tiny || blendsIn(look.color, look.background);
    if (!isHidden) {
      if (this.#visible.length < maxTextChars) this.#visible += ` ${data}`;
    } else if (this.#hidden.length < maxPassages) {
      const atHead = !/[\p{L}\p{N}]/u.test(this.#visible);
      this.#hidden.push({ text: data.slice(0, 10_000), atHead });
    }
  }

  /** The findings at the end of the walk. HTML that cannot be judged in time counts as hiding something. */
  hidesText(): boolean {
    if (this.#hidden.length === 0) return false;
    const chars = this.#hidden.reduce((sum, { text }) => sum + text.length, this.#visible.length);
    const look = (): boolean => judge(this.#hidden, this.#visible);
    try {
      return chars < guardFromChars ? look() : runWithin(parseLimits.htmlMs, look);
    } catch {
      return true;
    }
  }
}

function judge(hidden: readonly HiddenPassage[], visible: string): boolean {
  const shown = bare(visible);
  const passages = hidden
    .map(({ text, atHead }) => ({ text, atHead, bare: bare(text) }))
    .filter((passage) => passage.bare.length > 0 && !shown.includes(passage.bare));
  const head = passages.filter(({ atHead }) => atHead);
  const isPreheader =
    shown.length >= visibleBesidePreheader &&
    head.reduce((sum, passage) => sum + passage.bare.length, 0) <= preheaderChars;
  const rest = isPreheader ? passages.filter(({ atHead }) => !atHead) : passages;
  if (rest.reduce((sum, passage) => sum + passage.bare.length, 0) >= meaningfulLetters) return true;
  return isPreheader && speaksToMachines(head.map(({ text }) => text).join(' '));
}

const speaksToMachines = (text: string): boolean => {
  const words = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ');
  return orders.some((order) => order.test(words));
};

/** Letters and digits alone: neither fillers nor line ends count. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

function within(parent: Level, rules: StyleRules, tag: string, attributes: Record<string, string>): Level {
  const own = lookOfElement(rules, tag, attributes);
  const look = own === nothingSaid ? parent.look : { ...parent.look, ...own };
  return { tag, gone: parent.gone || own.gone === true || unseenTags.has(tag), look };
}

/** The contents of `<style>`, by position: a regular expression over the whole would have to go back. */
function styleSheets(html: string): string {
  const lower = html.toLowerCase();
  let found = '';
  for (let open = lower.indexOf('<style'); open >= 0 && found.length < 64 * 1024; ) {
    const start = lower.indexOf('>', open);
    const end = start < 0 ? -1 : lower.indexOf('</style', start);
    if (end < 0) break;
    found += `${html.slice(start + 1, end)}\n`;
    open = lower.indexOf('<style', end);
  }
  return found;
}
