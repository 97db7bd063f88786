export { eraser } from './erasure.ts';
export { waysOf } from './serialize.ts';
export { type Denial, denialOf, OTHER, providerOf, type Rule } from './rule.ts';
