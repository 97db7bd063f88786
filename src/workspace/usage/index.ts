export { capsOf } from './caps.ts';
export { eraser } from './erasure.ts';
export { createMeter } from './meter.ts';
export { featuresOf, storedDays } from './read.ts';
export { usageRetention } from './retention.ts';
export { usageRollup } from './roll-up.ts';
