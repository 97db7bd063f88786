import { STEPS } from '../weights.ts';
import type { Linear } from './linear.ts';

/** Weights as bytes: each output has a scale of its own, and the steps are finer near zero, where most weights are. */
export function quantise({ outputs, weights }: Linear): { bytes: Int8Array<ArrayBuffer>; scales: number[] } {
  const bytes = new Int8Array(weights.length);
  const scales = Array.from({ length: outputs }, (_, output) => largest(weights, outputs, output));
  for (let at = 0; at < weights.length; at++) {
    const share = weights[at]! / scales[at % outputs]!;
    bytes[at] = Math.sign(share) * Math.round(Math.sqrt(Math.abs(share)) * STEPS);
  }

  return { bytes, scales };
}

function largest(weights: Float32Array, outputs: number, output: number): number {
  let most = 1e-9;
  for (let at = output; at < weights.length; at += outputs) most = Math.max(most, Math.abs(weights[at]!));
  return most;
}
