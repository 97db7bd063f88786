import { z } from 'zod';
import { defineEvent } from '#events/index.ts';

export const suppressionCreated = defineEvent('suppression.created', 'identity?', {
  address_hint: z.string(),
  reason: z.string(),
  source_message_id: z.string().nullable(),
});
