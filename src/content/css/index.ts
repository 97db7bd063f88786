export { blendsIn, type Colour, colourOf, type Look, lookOf } from './declarations.ts';
export { lookOfElement, nothingSaid, readStyleRules, type StyleRules } from './rules.ts';
export { type SafeStyle, safeAttribute, safeSheet } from './safe-css.ts';
