export { defineEvent, type EventDefinition, type NewEvent } from './define-event.ts';
export { findEnvelopes } from './envelope.ts';
export { eraser } from './erasure.ts';
export { eventSchema, feedFilters, feedOperation, readFeed } from './feed.ts';
export { attachmentSummary, cutText, messageSummary } from './payload.ts';
export { recordEvents } from './record.ts';
export { type Cutoff, deleteOldEvents, eventParts, type Gone, tenantsAfter } from './retention-repository.ts';
