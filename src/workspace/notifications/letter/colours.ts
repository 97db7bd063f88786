/** Colours in light and dark; the same as those of the console (app/globals.css). */
export type Colour = readonly [light: string, dark: string];

export const colours = {
  canvas: ['#fbfbfa', '#0d0e0e'],
  surface: ['#ffffff', '#141515'],
  sunken: ['#f5f5f3', '#1b1c1c'],
  line: ['#e5e4e0', '#262828'],
  ink: ['#1a1a17', '#ededea'],
  soft: ['#5c5b55', '#a2a39f'],
  accent: ['#0b6b50', '#5fd0a5'],
  onAccent: ['#ffffff', '#0d1f18'],
} as const satisfies Record<string, Colour>;

/** Background and text colours, in the order of the console's avatars (app/console/parts/avatar.tsx). */
const washes: readonly { wash: Colour; ink: Colour }[] = [
  { wash: ['#e6f3ee', '#12261f'], ink: ['#0b6b50', '#5fd0a5'] },
  { wash: ['#fbf2e3', '#2a2113'], ink: ['#86500a', '#e0a652'] },
  { wash: ['#f1f1ee', '#1b1c1c'], ink: ['#5c5b55', '#a2a39f'] },
  { wash: ['#fcebe9', '#2e1816'], ink: ['#b3261e', '#f2867d'] },
];

/** The heading colour of mail about a person's own account: that of the product. */
export const PRODUCT = 'Proofmail';

/** The initial of a workspace and its colours, as the console shows them next to its name. */
export function tileOf(name: string): { letter: string; wash: Colour; ink: Colour } {
  const letter = (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toUpperCase();
  let sum = 0;
  for (const character of name) sum = (sum + (character.codePointAt(0) ?? 0)) % 997;
  return { letter, ...washes[name === PRODUCT ? 0 : sum % washes.length]! };
}
