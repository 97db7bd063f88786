import { type Look, lookOf } from './css-declarations.ts';

/** The rules of a message's style sheets that name one element, class or id: what mail clients support at the least. */
export type StyleRules = ReadonlyMap<string, Look>;

const maxCssChars = 64 * 1024;
const maxRules = 1_000;
const simpleSelector = /^(?:[a-z][a-z0-9]*)?[.#][\w-]+$|^[a-z][a-z0-9]*$/;

/**
 * Reads style sheets, in one pass. What a media query shows or hides has two faces, for narrow and wide windows, and
 * is no sign of hiding: those classes and ids are left out. Of longer selectors only a background is kept, as unknown.
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

/** What rules and attributes say of an element, the attribute last. */
export function lookOfElement(rules: StyleRules, tag: string, attributes: Record<string, string>): Look {
  const classes = (attributes.class ?? '').toLowerCase().slice(0, 500).split(/\s+/).slice(0, 20);
  const id = (attributes.id ?? '').toLowerCase();
  const keys = [tag, ...classes.filter(Boolean).map((name) => `.${name}`), ...(id ? [`#${id}`] : [])];
  const look: Look = {};
  for (const key of keys) Object.assign(look, rules.get(key));
  const { style, bgcolor, background, color } = attributes;
  if (background) look.background = 'unknown';
  if (bgcolor) Object.assign(look, lookOf(`background-color:${asCss(bgcolor)}`));
  if (color && tag === 'font') Object.assign(look, lookOf(`color:${asCss(color)}`));
  if (style) Object.assign(look, lookOf(style));
  if ('hidden' in attributes) look.gone = true;
  return look;
}

/** Attributes may leave out the `#`. */
const asCss = (colour: string): string => (/^[0-9a-f]{6}$/i.test(colour) ? `#${colour}` : colour);
