import { z } from 'zod';
import { defineEvent } from '#events/index.ts';

const about = { draft_id: z.string(), mode: z.string(), version: z.int() };

/** Never the content: a draft may be anything, and nobody has decided to send it. */
export const draftCreated = defineEvent('draft.created', 'identity', about);
export const draftUpdated = defineEvent('draft.updated', 'identity', about);
export const draftDeleted = defineEvent('draft.deleted', 'identity', {
  ...about,
  /** The message that it was sent as; null when it was thrown away. */
  message_id: z.string().nullable(),
});
