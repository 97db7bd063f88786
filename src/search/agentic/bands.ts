/**
 * How much of a question is matched how well: the share of its words, by weight, that are matched at least this well in
 * meaning (1 is the same word). A learned scorer weighs the bands; one sum would mix one good match with many poor ones.
 */
const BANDS = [0.95, 0.55, 0.3, 0.08];

export const bandScopes = ['sentence', 'quotes', 'cover', 'message', 'subject', 'thread'] as const;
export const bandNames = bandScopes.flatMap((scope) => BANDS.map((least) => `${scope}From${least}`));

export function bandsOf(meant: readonly number[], weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return BANDS.map((least) =>
    total === 0
      ? 0
      : weights.reduce((sum, weight, at) => sum + (meant[at]! >= least ? weight : 0), 0) / total,
  );
}

const HEAVIEST = 3;
export const heaviestNames = ['cover', 'quotes'].flatMap((scope) =>
  Array.from({ length: HEAVIEST }, (_, nth) => `${scope}Heaviest${nth + 1}`),
);

/** The places of the heaviest words of a question. */
export const heaviestOf = (weights: readonly number[]): number[] =>
  [...weights.keys()].sort((a, b) => weights[b]! - weights[a]!).slice(0, HEAVIEST);

/** How well these words are matched; 0 for a question with fewer words. */
export const matchesOf = (meant: readonly number[], places: readonly number[]): number[] =>
  Array.from({ length: HEAVIEST }, (_, nth) => meant[places[nth] ?? -1] ?? 0);
