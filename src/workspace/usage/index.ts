export { eraser } from './erasure.ts';
export { createMeter } from './meter.ts';
export { usageRollup } from './roll-up.ts';
