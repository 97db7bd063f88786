import type { Vector } from '../input/vector.ts';
import { randomBy, shuffle } from './random.ts';

/** What is learned of one example: for each output +1, -1 or 0 (says nothing), and what a mistake costs. */
export type Targets = { signs: Int8Array; costs: Float32Array };

export type LinearOptions = { size: number; outputs: number; cost: number; epochs: number; seed: number };

/** Weights of all outputs of a bucket side by side: `weights[bucket * outputs + output]`. */
export type Linear = { outputs: number; weights: Float32Array };

/**
 * Linear classifiers of several outputs over the same sparse vectors, with squared hinge loss and L2 regularisation, by
 * dual coordinate descent (Hsieh et al. 2008): no learning rate, and few passes. The same input gives the same bits.
 */
export function trainLinear(
  vectors: readonly Vector[],
  { signs, costs }: Targets,
  options: LinearOptions,
): Linear {
  const { outputs, cost, epochs } = options;
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
  return { outputs, weights };
}

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
