export { tokenOfAddress } from './address.ts';
export { eraser } from './erasure.ts';
export { awaitsTestMail, readTestMail } from './read.ts';
export { recordArrivals } from './repository.ts';
export type { Arrival } from './schema.ts';
