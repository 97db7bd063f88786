import type { Linear } from './linear.ts';

/** Steps on each side of zero. */
const STEPS = 127;
/** Of the weights that are not zero, so few are cut to the largest step. */
const CUT = 0.0005;

/** Weights as bytes: each output has a scale of its own. */
export function quantise({ outputs, weights }: Linear): { bytes: Int8Array<ArrayBuffer>; scales: number[] } {
  const bytes = new Int8Array(weights.length);
  const scales = Array.from({ length: outputs }, (_, output) => scaleOf(weights, outputs, output));
  for (let at = 0; at < weights.length; at++) {
    const steps = Math.round(weights[at]! / scales[at % outputs]!);
    bytes[at] = Math.max(-STEPS, Math.min(STEPS, steps));
  }
  return { bytes, scales };
}

function scaleOf(weights: Float32Array, outputs: number, output: number): number {
  const sizes: number[] = [];
  for (let at = output; at < weights.length; at += outputs)
    if (weights[at] !== 0) sizes.push(Math.abs(weights[at]!));
  const sorted = Float64Array.from(sizes).sort();
  return (sorted[Math.floor(sorted.length * (1 - CUT))] ?? sorted.at(-1) ?? 1) / STEPS;
}
