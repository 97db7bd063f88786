export { eraser } from './erasure.ts';
export { createMeter } from './meter.ts';
export { featuresOf } from './read.ts';
export { usageRollup } from './roll-up.ts';
