/** The visibility of text according to its style. Absent fields are not specified. */
export interface Look {
  /** Taken out of sight with everything in it: display, opacity, off-screen, a box without size. */
  gone?: boolean;
  /** `visibility`, which an element within can undo. */
  invisible?: boolean;
  /** Font too small to be read; an element within can undo it. */
  tiny?: boolean;
  /** [red, green, blue], or `clear` for a colour that is see-through. */
  color?: Colour | 'clear';
  /** `unknown`: an image, a gradient, a colour by a name that we don't know. */
  background?: Colour | 'unknown';
}

export type Colour = readonly [red: number, green: number, blue: number];

const maxStyleChars = 4_000;

const named: Record<string, Colour> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  silver: [192, 192, 192],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  whitesmoke: [245, 245, 245],
  ghostwhite: [248, 248, 255],
};

/** Reads the declarations of a style attribute or a rule. */
export function lookOf(declarations: string): Look {
  const values = new Map<string, string>();
  for (const declaration of declarations.slice(0, maxStyleChars).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important/i, '');
    values.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  const look: Look = {};
  if (isGone(values)) look.gone = true;
  const visibility = values.get('visibility');
  if (visibility !== undefined) look.invisible = visibility === 'hidden' || visibility === 'collapse';
  const size = fontSize(values);
  if (size !== null) look.tiny = size <= 1;
  const color = colourOf(values.get('-webkit-text-fill-color') ?? values.get('color') ?? '');
  if (color !== null) look.color = color;
  const background = backgroundOf(values);
  if (background !== null) look.background = background;
  return look;
}

function isGone(values: ReadonlyMap<string, string>): boolean {
  const value = (name: string): string => values.get(name) ?? '';
  if (value('display') === 'none' || value('content-visibility') === 'hidden') return true;
  if (
    values.has('opacity') &&
    Number.parseFloat(value('opacity')) <= (value('opacity').endsWith('%') ? 5 : 0.05)
  )
    return true;
  if (isFarAway(value('text-indent')) || isCutAway(value('clip'), value('clip-path'))) return true;
  if (/scale(3d|x|y)?\(\s*0[.0]*\s*[,)]/.test(value('transform'))) return true;
  const positioned = /^(absolute|fixed|relative)$/.test(value('position'));
  const sides = ['left', 'top', 'right', 'bottom'].filter((side) => positioned && isFarAway(value(side)));
  if (sides.length > 0 || ['margin-left', 'margin-top'].some((side) => isFarAway(value(side)))) return true;
  const clips = /^(hidden|clip)/.test(value('overflow'));
  return clips && ['height', 'max-height', 'width', 'max-width'].some((side) => isNothing(value(side)));
}

const isFarAway = (value: string): boolean => /^-\d{3,}(\.\d+)?(px|pt|em|rem|%|vw|vh)?$/.test(value);
const isNothing = (value: string): boolean =>
  /^[01]?(\.0*)?(px|pt|em|%)?$/.test(value) && /^[01]/.test(value);
const isCutAway = (clip: string, path: string): boolean =>
  /^rect\(\s*[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?\s*\)/.test(clip) ||
  /^(inset\(\s*(100|50)%|circle\(\s*0)/.test(path);

/** In pixels, about; null when none is given or it is relative. */
function fontSize(values: ReadonlyMap<string, string>): number | null {
  const inFont = /(?:^|\s)([\d.]+)(px|pt|em|rem|%)?(?=[\s/])/.exec(values.get('font') ?? '');
  const given = /^([\d.]+)(px|pt|em|rem|%|vw|vh)?$/.exec(values.get('font-size') ?? '') ?? inFont;
  if (!given) return values.has('font-size') ? 16 : null;
  const number = Number.parseFloat(given[1]!);
  if (Number.isNaN(number)) return null;
  const scale = { em: 16, rem: 16, '%': 0.16 }[given[2] ?? 'px'] ?? 1;
  return number * scale;
}

export function colourOf(value: string): Colour | 'clear' | null {
  if (value === '') return null;
  if (value === 'transparent') return 'clear';
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1];
  if (hex) return fromHex(hex);
  const call = /^(?:rgba?)\(([^)]{1,60})\)$/.exec(value)?.[1];
  if (call !== undefined) return fromNumbers(call.split(/[\s,/]+/).filter(Boolean));
  return named[value] ?? null;
}

function fromHex(hex: string): Colour | 'clear' {
  const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [red, green, blue, alpha = 255] = digits.match(/../g)!.map((pair) => Number.parseInt(pair, 16));
  return alpha <= 12 ? 'clear' : [red!, green!, blue!];
}

function fromNumbers(parts: string[]): Colour | 'clear' | null {
  const [red, green, blue, alpha = 1] = parts.map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) * 2.55 : Number.parseFloat(part),
  );
  if ([red, green, blue].some((part) => part === undefined || Number.isNaN(part))) return null;
  return alpha <= 0.05 ? 'clear' : [red!, green!, blue!];
}

function backgroundOf(values: ReadonlyMap<string, string>): Colour | 'unknown' | null {
  const image = values.get('background-image');
  if (image !== undefined && image !== 'none') return 'unknown';
  const value = values.get('background-color') ?? values.get('background');
  if (value === undefined || /^(transparent|none|inherit|initial|unset|)$/.test(value)) return null;
  if (/url\(|gradient/.test(value)) return 'unknown';
  const colour = colourOf(value) ?? colourOf(/#[0-9a-f]{3,8}|rgba?\([^)]{1,60}\)/.exec(value)?.[0] ?? '');
  if (colour === 'clear') return null;
  return colour ?? 'unknown';
}

/** Whether text in this colour cannot be distinguished from this background. */
export function blendsIn(color: Look['color'], background: Look['background']): boolean {
  if (color === 'clear') return true;
  if (color === undefined || background === undefined || background === 'unknown') return false;
  return color.every((part, index) => Math.abs(part - background[index]!) <= 8);
}
