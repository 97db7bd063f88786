export { fenced, holdsFence, NOTICE, newFence, unfenced } from './fence.ts';
export { realHost, type SafeLink } from './links.ts';
export { Located } from './locate.ts';
export { type Masked, type MaskReason, maskReasons, notes } from './masking.ts';
export { type Finding, type Source, safeLine, safeText } from './safe-text.ts';
