import { type CssNode, type Declaration, generate, List, parse, type Rule, type Value, walk } from 'css-tree';

// Styles of a message as they may be shown: an allow-list of properties, functions and rules. What is left can only paint and
// arrange; nothing in it loads, moves, or names an address. Remote images are in a second version, for readers who ask.

/** Styles without anything that loads, and the same with remote images; null where there are none. */
export type SafeStyle = { local: string; remote: string | null };

const limits = { attributeChars: 8_000, sheetChars: 200_000, rules: 3_000, selectors: 50, valueChars: 1_000 };

const properties = new Set(
  `align-content align-items align-self aspect-ratio background background-clip background-color background-image background-origin
  background-position background-position-x background-position-y background-repeat background-size border-collapse
  border-radius border-spacing bottom box-shadow box-sizing caption-side clear color color-scheme column-gap display empty-cells
  flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family font-size
  font-stretch font-style font-variant font-weight gap grid-column grid-row grid-template-columns height hyphens
  justify-content justify-items justify-self left letter-spacing line-height list-style list-style-image
  list-style-position list-style-type margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width
  object-fit object-position opacity order outline outline-color outline-offset outline-style outline-width overflow overflow-wrap
  overflow-x overflow-y padding padding-bottom padding-left padding-right padding-top position right row-gap
  table-layout text-align text-decoration text-decoration-color text-decoration-line text-decoration-style
  text-decoration-thickness text-indent text-overflow text-shadow text-transform text-underline-offset top
  unicode-bidi direction vertical-align visibility white-space width word-break word-spacing word-wrap`.split(
    /\s+/,
  ),
);
const isKept = (property: string): boolean =>
  properties.has(property) ||
  /^border(-(top|right|bottom|left))?(-(color|style|width))?$/.test(property) ||
  /^border-(top|bottom)-(left|right)-radius$/.test(property);

const functions = new Set(
  'calc clamp conic-gradient hsl hsla linear-gradient max min minmax radial-gradient repeat repeating-linear-gradient repeating-radial-gradient rgb rgba'.split(
    ' ',
  ),
);
/** Others could make the browser search the document for each element. */
const pseudoClasses = new Set(
  'active empty first-child first-of-type focus hover last-child last-of-type link nth-child nth-of-type only-child root visited'.split(
    ' ',
  ),
);
const inlineImage = /^data:image\/(png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*$/i;
const remoteImage = /^https?:\/\//i;

/** The declarations of a `style` attribute. Linear in its length, as css-tree reads it once. */
export function safeAttribute(style: string): SafeStyle {
  const known = remembered.get(style);
  if (known) return known;
  const block = parsed(style.slice(0, limits.attributeChars), 'declarationList');
  const kept = block?.type === 'DeclarationList' ? safeDeclarations(block.children) : noStyle;
  if (style.length <= maxRememberedChars) {
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(style, kept);
  }
  return kept;
}

const noStyle: SafeStyle = { local: '', remote: null };
const maxRemembered = 500;
const maxRememberedChars = 500;
/** Mail repeats a few styles on every cell. */
const remembered = new Map<string, SafeStyle>();

/** A style sheet: plain rules and those in `@media`, everything else is left out. */
export function safeSheet(css: string): SafeStyle & { isForDark: boolean } {
  const sheet = parsed(css.slice(0, limits.sheetChars).replace(/<!--|-->/g, ' '), 'stylesheet');
  if (sheet?.type !== 'StyleSheet') return { ...noStyle, isForDark: false };
  const room = { rules: limits.rules };
  let isForDark = false;
  const pieces = [...sheet.children].map((node): SafeStyle => {
    if (node.type === 'Rule') return safeRule(node, room);
    if (node.type !== 'Atrule' || node.name.toLowerCase() !== 'media' || !node.block || !node.prelude)
      return noStyle;
    const media = generate(node.prelude);
    if (!/^[\w\s(),:.\-/]{1,200}$/.test(media)) return noStyle;
    if (/prefers-color-scheme:\s*dark/.test(media)) isForDark = true;
    const inner = joined(
      [...node.block.children].map((rule) => (rule.type === 'Rule' ? safeRule(rule, room) : noStyle)),
    );
    const wrap = (text: string) => (text === '' ? '' : `@media ${media}{${text}}`);
    return { local: wrap(inner.local), remote: inner.remote && wrap(inner.remote) };
  });
  return { ...joined(pieces), isForDark };
}

/** css-tree forgives as browsers do; what it gives up on counts as nothing. */
function parsed(css: string, context: 'declarationList' | 'stylesheet'): CssNode | null {
  try {
    return parse(css, { context, parseCustomProperty: false });
  } catch {
    return null;
  }
}

function safeRule({ prelude, block }: Rule, room: { rules: number }): SafeStyle {
  if (prelude.type !== 'SelectorList' || room.rules-- <= 0) return noStyle;
  const selectors = [...prelude.children].slice(0, limits.selectors).filter(isPlainSelector);
  if (selectors.length === 0) return noStyle;
  const { local, remote } = safeDeclarations(block.children);
  const names = escaped(selectors.map((selector) => generate(selector)).join(','));
  const wrap = (text: string) => (text === '' ? '' : `${names}{${text}}`);
  return { local: wrap(local), remote: remote && wrap(remote) };
}

function isPlainSelector(selector: CssNode): boolean {
  let isPlain = selector.type === 'Selector';
  walk(selector, (node) => {
    if (node.type === 'PseudoElementSelector' || node.type === 'Raw' || node.type === 'NestingSelector')
      isPlain = false;
    if (node.type === 'PseudoClassSelector' && !pseudoClasses.has(node.name.toLowerCase())) isPlain = false;
  });
  return isPlain;
}

function safeDeclarations(nodes: List<CssNode>): SafeStyle {
  return joined([...nodes].map((node) => (node.type === 'Declaration' ? safeDeclaration(node) : noStyle)));
}

function safeDeclaration({ property, value, important }: Declaration): SafeStyle {
  const name = property.toLowerCase();
  if (!isKept(name) || value.type !== 'Value') return noStyle;
  const found = contentOf(value);
  if (found === 'refused') return noStyle;
  const write = (written: string) => {
    const text = escaped(written);
    if (text.length > limits.valueChars && !text.includes('data:image/')) return '';
    // Fixed and sticky boxes would leave the place of the message.
    if (name === 'position' && !/^(static|relative)$/i.test(text)) return '';
    return `${name}:${text}${important ? '!important' : ''};`;
  };
  const remote = found === 'remote' ? write(generate(value)) : null;
  if (remote !== null) withoutRemote(value);
  return { local: write(generate(value)), remote };
}

function contentOf(value: Value): 'plain' | 'remote' | 'refused' {
  let found = 'plain' as 'plain' | 'remote' | 'refused';
  walk(value, (node) => {
    if (node.type === 'Raw') found = 'refused';
    if (node.type === 'Function' && !functions.has(node.name.toLowerCase())) found = 'refused';
    // The frame is as high as the message: measured by its frame, a message would grow for ever.
    if (node.type === 'Dimension' && /^[dls]?v(h|b|max|min)$/i.test(node.unit)) found = 'refused';
    if (node.type !== 'Url' || found === 'refused' || inlineImage.test(node.value)) return;
    found = remoteImage.test(node.value.trim()) ? 'remote' : 'refused';
  });
  return found;
}

/** Leaves the colour and the place of a background whose image is remote. */
function withoutRemote(value: Value): void {
  walk(value, {
    visit: 'Url',
    enter(_node, item, list) {
      if (list) list.replace(item, List.createItem({ type: 'Identifier', name: 'none' }));
    },
  });
}

/** No text of a style may end its element or attribute. */
const escaped = (css: string): string => css.replaceAll('<', '\\3c ').replaceAll('\0', '');

/** In order; where one has a remote version, all follow in it, so that later rules still win. */
function joined(pieces: readonly SafeStyle[]): SafeStyle {
  const local = pieces.map((piece) => piece.local).join('');
  const isRemote = pieces.some(({ remote }) => remote !== null);
  return { local, remote: isRemote ? pieces.map((piece) => piece.remote ?? piece.local).join('') : null };
}
