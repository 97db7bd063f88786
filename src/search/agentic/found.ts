/** How well words match each word of the question, as the same word and by meaning; each 0 to 1. */
export type Found = { same: number[]; meant: number[] };

const NEAR = { before: 0.8, after: 0.6 };

/** The share of the weights that was found. */
export function weighted(found: readonly number[], weights: readonly number[]): number {
  let [sum, total] = [0, 0];
  for (const [at, weight] of weights.entries()) {
    sum += weight * found[at]!;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** What either of two texts has. */
export const joined = (one: Found, other: Found): Found => ({
  same: one.same.map((value, at) => Math.max(value, other.same[at]!)),
  meant: one.meant.map((value, at) => Math.max(value, other.meant[at]!)),
});

const scaled = ({ same, meant }: Found, share: number): Found => ({
  same: same.map((value) => value * share),
  meant: meant.map((value) => value * share),
});

/** A sentence with its neighbours, which count less. */
export function nearby(own: Found, before: Found | undefined, after: Found | undefined): Found {
  const withBefore = before ? joined(own, scaled(before, NEAR.before)) : own;
  return after ? joined(withBefore, scaled(after, NEAR.after)) : withBefore;
}
