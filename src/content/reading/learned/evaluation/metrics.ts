/** A scored example and whether it truly is one. */
export type Scored = { score: number; truth: boolean };

/** The area under the ROC curve, ties counting half. */
export function auc(examples: readonly Scored[]): number {
  const sorted = examples.toSorted((a, b) => a.score - b.score);
  let [rankSum, positives, at] = [0, 0, 0];
  while (at < sorted.length) {
    let end = at;
    while (end < sorted.length && sorted[end]!.score === sorted[at]!.score) end++;
    const held = sorted.slice(at, end).filter(({ truth }) => truth).length;
    rankSum += (held * (at + 1 + end)) / 2;
    positives += held;
    at = end;
  }
  const negatives = sorted.length - positives;
  return positives && negatives
    ? (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives)
    : Number.NaN;
}

/** The lowest threshold at which no more than `rate` of the negatives are at or above it. */
export function thresholdAtRate(examples: readonly Scored[], rate: number): number {
  const negatives = examples
    .filter(({ truth }) => !truth)
    .map(({ score }) => score)
    .sort((a, b) => b - a);
  const allowed = Math.floor(negatives.length * rate);
  return allowed >= negatives.length ? 0 : negatives[allowed]! + 1e-9;
}

/** The lowest threshold whose precision is at least `least`, of those with the most recall. */
export function thresholdAtPrecision(examples: readonly Scored[], least: number): number {
  const sorted = examples.toSorted((a, b) => b.score - a.score);
  let [raised, right, best] = [0, 0, Number.POSITIVE_INFINITY];
  sorted.forEach(({ score, truth }, at) => {
    raised++;
    if (truth) right++;
    if (right / raised >= least && (at + 1 === sorted.length || sorted[at + 1]!.score < score)) best = score;
  });
  return best;
}

export type Count = { hits: number; of: number };
export const ratio = ({ hits, of }: Count): number => (of === 0 ? Number.NaN : hits / of);

/** Wilson's 95 % interval. */
export function interval({ hits, of }: Count): [low: number, high: number] {
  if (of === 0) return [0, 1];
  const z = 1.96;
  const share = hits / of;
  const centre = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return [(centre - spread) / scale, (centre + spread) / scale];
}

/** The mean of the F1 of every class that occurs. */
export function macroF1(pairs: readonly (readonly [truth: string, said: string])[]): number {
  const classes = [...new Set(pairs.map(([truth]) => truth))].sort();
  const scores = classes.map((name) => {
    const right = pairs.filter(([truth, said]) => truth === name && said === name).length;
    const involved =
      pairs.filter(([truth]) => truth === name).length + pairs.filter(([, said]) => said === name).length;
    return (2 * right) / involved;
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
