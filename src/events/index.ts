export { eventCatalogue, type NewEvent } from './catalogue.ts';
export { findEnvelopes } from './envelope.ts';
export { eraser } from './erasure.ts';
export { cutText } from './payload.ts';
export { recordEvents } from './record.ts';
export { eventRetention } from './retention.ts';
