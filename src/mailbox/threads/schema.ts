import { z } from 'zod';
import { mailbox, timestamp } from '#kernel/operation/schema.ts';

/** A thread in a list (spec 2.7). */
export const threadSummary = z
  .object({
    id: z.string(),
    subject: z.string().meta({ description: 'Untrusted text.' }),
    participants: z.array(mailbox),
    message_count: z.int(),
    unread_count: z.int(),
    last_at: timestamp,
    category: z.string().nullable(),
    needs_reply: z.number().nullable(),
    urgency: z.int().nullable(),
    labels: z.array(z.string()),
    archived: z.boolean(),
    quarantined: z.boolean().meta({
      description:
        'True if all messages are quarantined or hidden, so that only reviewers can see the thread.',
    }),
  })
  .meta({ id: 'ThreadSummary' });

export type ThreadSummary = z.output<typeof threadSummary>;
