import { z } from 'zod';
import { defineEvent } from '#events/index.ts';

const about = { draft_id: z.string(), mode: z.string(), version: z.int() };

/** The events never contain the content, because nobody has decided to send it yet. */
export const draftCreated = defineEvent('draft.created', 'identity', about);
export const draftUpdated = defineEvent('draft.updated', 'identity', about);
export const draftDeleted = defineEvent('draft.deleted', 'identity', {
  ...about,
  /** The message that the draft became; null if it was discarded. */
  message_id: z.string().nullable(),
});
