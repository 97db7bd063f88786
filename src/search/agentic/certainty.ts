/**
 * How likely the best sentence answers, from the scores of all sentences: how high the best one is, how far the others are
 * below, and how much of the probability is in one message. A logistic regression, learned from questions whose sentences
 * were scored by weights of other writers (`npm run search:train`).
 */
export const SIGNS = 9;

export type Certainty = {
  mean: Float32Array;
  scale: Float32Array;
  weights: Float32Array;
  bias: Float32Array;
};

const FURTHEST = 4;
/** The score that a missing sentence counts as. */
const NONE = -9;
const OTHERS = [1, 3, 10];

/** `message`: any value that is the same for the sentences of a message. */
export function signsOf(
  scored: readonly { score: number; message: unknown }[],
  question: string,
): Float32Array {
  const scores = Float64Array.from(scored, ({ score }) => score)
    .sort()
    .reverse();
  const at = (place: number): number => scores[place] ?? NONE;
  const most = Math.max(0, at(0));
  const ofMessages = new Map<unknown, number>();
  let all = 1e-9;
  for (const { score, message } of scored) {
    const share = Math.exp(score - most);
    all += share;
    ofMessages.set(message, (ofMessages.get(message) ?? 0) + share);
  }
  const [first = 0, second = 0] = [...ofMessages.values()].sort((a, b) => b - a);
  const gaps = OTHERS.map((place) => at(0) - at(place));
  const sizes = [scored.length / 100, question.length / 50];
  return Float32Array.of(Math.log(all) + most, at(0), ...gaps, first / all, second / all, ...sizes);
}

export const standardSign = (
  { mean, scale }: Pick<Certainty, 'mean' | 'scale'>,
  value: number,
  at: number,
): number => Math.max(-FURTHEST, Math.min(FURTHEST, (value - mean[at]!) * scale[at]!));

/** 0 to 1. */
export function certaintyOf(learned: Certainty, signs: Float32Array): number {
  const sum = signs.reduce(
    (total, value, at) => total + learned.weights[at]! * standardSign(learned, value, at),
    learned.bias[0]!,
  );
  return 1 / (1 + Math.exp(-sum));
}
