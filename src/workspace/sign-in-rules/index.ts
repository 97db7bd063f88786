export { eraser } from './erasure.ts';
export { type Denial, denialOf, type Rule } from './rule.ts';
