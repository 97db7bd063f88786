export { eraser } from './erasure.ts';
export { type Denial, denialOf, OTHER, providerOf, type Rule } from './rule.ts';
export { waysOf } from './serialize.ts';
