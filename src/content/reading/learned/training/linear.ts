import type { Vector } from '../input/vector.ts';
import { randomBy, shuffle } from './random.ts';

/** Labels of one example: +1, -1 or 0 (unlabelled) for each output, and the cost of a mistake. */
export type Targets = { signs: Int8Array; costs: Float32Array };

export type LinearOptions = {
  size: number;
  outputs: number;
  cost: number;
  epochs: number;
  seed: number;
  rarity?: number;
};

/** Weights of all outputs of a bucket side by side: `weights[bucket * outputs + output]`. */
export type Linear = { outputs: number; weights: Float32Array };

/**
 * Linear classifiers of several outputs over the same sparse vectors, with squared hinge loss and L2 regularisation, by
 * dual coordinate descent (Hsieh et al. 2008): no learning rate, and few passes. The same input gives the same bits.
 */
export function trainLinear(
  given: readonly Vector[],
  { signs, costs }: Targets,
  options: LinearOptions,
): Linear {
  const { outputs, cost, epochs } = options;
  const factors = options.rarity ? factorsOf(given, options.size, options.rarity) : null;
  const vectors = factors ? given.map((vector) => scaled(vector, factors)) : given;
  const weights = new Float32Array(options.size * outputs);
  const duals = new Float32Array(vectors.length * outputs);
  const norms = vectors.map(squaredNorm);
  const order = Int32Array.from(vectors, (_, place) => place);
  const random = randomBy(options.seed);
  const sums = new Float64Array(outputs);
  const steps = new Float64Array(outputs);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const example of shuffle(order, random)) {
      const vector = vectors[example]!;
      dot(vector, weights, outputs, sums);
      let moved = false;
      for (let output = 0; output < outputs; output++) {
        const place = example * outputs + output;
        const sign = signs[place]!;
        steps[output] = 0;
        if (sign === 0) continue;
        const slack = 0.5 / (cost * costs[place]!);
        const old = duals[place]!;
        const gradient = sign * sums[output]! - 1 + slack * old;
        const next = Math.max(0, old - gradient / (norms[example]! + slack));
        if (Math.abs(next - old) < 1e-7) continue;
        duals[place] = next;
        steps[output] = (duals[place]! - old) * sign;
        moved = true;
      }
      if (moved) addScaled(vector, weights, outputs, steps);
    }
  }
  if (factors) for (let at = 0; at < weights.length; at++) weights[at]! *= factors[Math.floor(at / outputs)]!;
  return { outputs, weights };
}

/**
 * Scales features by a power of their inverse document frequency, so that rare features are learned faster. The factors
 * are multiplied into the weights afterwards, so the reader does not have to scale anything.
 */
function factorsOf(vectors: readonly Vector[], size: number, power: number): Float32Array {
  const counts = new Float64Array(size);
  let all = 0;
  for (const { indices, length } of vectors) {
    all += length;
    for (let at = 0; at < length; at++) counts[indices[at]!]!++;
  }
  const rarity = (count: number): number => Math.log((vectors.length + 1) / (count + 1));
  const mean = counts.reduce((sum, count) => sum + (count * rarity(count)) / all, 0);
  return Float32Array.from(counts, (count) => (Math.max(0, rarity(count)) / mean) ** power);
}

const scaled = ({ indices, values, length }: Vector, factors: Float32Array): Vector => {
  const products = new Float32Array(length);
  for (let at = 0; at < length; at++) products[at] = values[at]! * factors[indices[at]!]!;
  return { indices, values: products, length };
};

function squaredNorm({ values, length }: Vector): number {
  let sum = 0;
  for (let at = 0; at < length; at++) sum += values[at]! * values[at]!;
  return sum;
}

export function dot(
  { indices, values, length }: Vector,
  weights: Float32Array | Int8Array,
  outputs: number,
  sums: Float64Array,
): void {
  sums.fill(0);
  if (outputs === 1) {
    let sum = 0;
    for (let at = 0; at < length; at++) sum += values[at]! * weights[indices[at]!]!;
    sums[0] = sum;
    return;
  }
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    const base = indices[at]! * outputs;
    for (let output = 0; output < outputs; output++)
      sums[output] = sums[output]! + value * weights[base + output]!;
  }
}

function addScaled(
  { indices, values, length }: Vector,
  weights: Float32Array,
  outputs: number,
  steps: Float64Array,
): void {
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    const base = indices[at]! * outputs;
    for (let output = 0; output < outputs; output++) {
      const step = steps[output]!;
      if (step !== 0) weights[base + output] = weights[base + output]! + value * step;
    }
  }
}
