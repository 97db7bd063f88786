import { z } from 'zod';
import { defineEvent } from '#events/index.ts';
import { guardReason } from './schema.ts';

export const messageGuardAdvised = defineEvent('message.guard_advised', 'identity', {
  message_id: z.string(),
  reasons: z.array(guardReason),
});
