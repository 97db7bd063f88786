import { type Look, lookOf } from './declarations.ts';

/** The rules of a message’s style sheets that name a single element, class or id, which all mail clients support. */
export type StyleRules = ReadonlyMap<string, Look>;

const maxCssChars = 64 * 1024;
const maxRules = 1_000;
const simpleSelector = /^(?:[a-z][a-z0-9]*)?[.#][\w-]+$|^[a-z][a-z0-9]*$/;

/**
 * Reads style sheets in one pass. Classes and ids in media queries are left out: they adapt to narrow and wide
 * windows and are no sign of hidden text. Of longer selectors only a background is kept, as unknown.
 */
export function readStyleRules(sheets: string): StyleRules {
  const css = sheets.slice(0, maxCssChars).replace(/<!--|-->/g, ' ');
  const rules = new Map<string, Look>();
  const responsive = new Set<string>();
  let depth = 0;
  let from = 0;
  let selector = '';
  for (let at = 0; at < css.length && rules.size < maxRules; at++) {
    const character = css.charAt(at);
    if (character === '/' && css.charAt(at + 1) === '*') {
      const end = css.indexOf('*/', at + 2);
      from = end < 0 ? css.length : end + 2;
      at = from - 1;
    } else if (character === '{') {
      selector = css.slice(from, at).trim();
      depth++;
      from = at + 1;
    } else if (character === '}') {
      if (selector !== '' && !selector.startsWith('@'))
        addRule({ rules, responsive, inMedia: depth > 1 }, selector, css.slice(from, at));
      selector = '';
      depth = Math.max(0, depth - 1);
      from = at + 1;
    }
  }
  for (const name of responsive) rules.delete(name);
  return rules;
}

interface Reading {
  rules: Map<string, Look>;
  responsive: Set<string>;
  inMedia: boolean;
}

function addRule({ rules, responsive, inMedia }: Reading, selectors: string, declarations: string): void {
  const look = lookOf(declarations);
  for (const selector of selectors.toLowerCase().slice(0, 2_000).split(',')) {
    const last =
      selector
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? '';
    const name = keyOf(last);
    if (name === null) continue;
    if (inMedia) {
      responsive.add(name);
      continue;
    }
    const isSimple = simpleSelector.test(selector.trim());
    const kept: Look = isSimple ? look : look.background ? { background: 'unknown' } : {};
    rules.set(name, { ...rules.get(name), ...kept });
  }
}

/** `td.x` and `.x` are both kept as `.x`. */
const keyOf = (compound: string): string | null =>
  /[.#][\w-]+/.exec(compound)?.[0] ?? /^[a-z][a-z0-9]*/.exec(compound)?.[0] ?? null;

/** The look of an element of which neither rules nor attributes say anything: most of them. */
export const nothingSaid: Look = Object.freeze({});

/** Attributes that count; a loop over those that are there is quicker than asking for each. */
const telling = new Set(['style', 'class', 'id', 'bgcolor', 'background', 'color', 'hidden']);

/** The style of an element from rules and attributes; attributes override rules. */
export function lookOfElement(rules: StyleRules, tag: string, attributes: Record<string, string>): Look {
  let tells = rules.has(tag);
  for (const name in attributes) tells ||= telling.has(name);
  if (!tells) return nothingSaid;
  const classes = (attributes.class ?? '').toLowerCase().slice(0, 500).split(/\s+/).slice(0, 20);
  const id = (attributes.id ?? '').toLowerCase();
  const keys = [tag, ...classes.filter(Boolean).map((name) => `.${name}`), ...(id ? [`#${id}`] : [])];
  const look: Look = {};
  for (const key of keys) Object.assign(look, rules.get(key));
  const { style, bgcolor, background, color } = attributes;
  if (background) look.background = 'unknown';
  if (bgcolor) Object.assign(look, styleOf(`background-color:${asCss(bgcolor)}`));
  if (color && tag === 'font') Object.assign(look, styleOf(`color:${asCss(color)}`));
  if (style) Object.assign(look, styleOf(style));
  if ('hidden' in attributes) look.gone = true;
  return look;
}

const maxRemembered = 500;
const maxRememberedChars = 500;
const remembered = new Map<string, Look>();

/** Mail repeats a few styles on every cell: those are read once. */
function styleOf(style: string): Look {
  const known = remembered.get(style);
  if (known) return known;
  const look = lookOf(style);
  if (style.length <= maxRememberedChars) {
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(style, look);
  }
  return look;
}

/** Attributes may leave out the `#`. */
const asCss = (colour: string): string => (/^[0-9a-f]{6}$/i.test(colour) ? `#${colour}` : colour);
