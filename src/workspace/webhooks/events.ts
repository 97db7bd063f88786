import { z } from 'zod';
import { defineEvent } from '#events/index.ts';

export const webhookDisabled = defineEvent('webhook.disabled', 'none', {
  webhook_id: z.string(),
  reason: z.string(),
});
export const webhookTest = defineEvent('webhook.test', 'none', { message: z.string() });
