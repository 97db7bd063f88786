// First, and without imports: schemas of other rooms are made of it while the rooms still load.

export { type EventType, eventTypes } from './all-names.ts';
export { eventCatalogue, type NewEvent, notForTenants } from './catalogue.ts';
export { findEnvelopes } from './envelope.ts';
export { eraser } from './erasure.ts';
export { cutText } from './payload.ts';
export { recordEvents } from './record.ts';
export { eventRetention } from './retention.ts';

import { listIdentityEvents, listTenantEvents } from './operations/list.ts';

export const operations = [listTenantEvents, listIdentityEvents] as const;
