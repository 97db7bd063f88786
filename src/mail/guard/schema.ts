import { z } from 'zod';

/** The signs that incoming mail, not the owner, caused a send (decisions-2, Guard). */
export const guardReasons = [
  'recipient_from_content',
  'reply_to_diverted',
  'content_of_other_thread',
  'code_disclosure',
  'secret_disclosure',
  'steered',
  'link_from_content',
  'burst',
  'loop',
  'canary',
] as const;
export type GuardReasonName = (typeof guardReasons)[number];

export const guardReason = z.object({
  reason: z.enum(guardReasons),
  text: z.string().meta({
    description: 'What the guard found, in words for a person. It may quote addresses and links from mail.',
  }),
  source_message_id: z.string().optional().meta({ description: 'The message in which the guard found it.' }),
});
export type GuardReason = z.output<typeof guardReason>;

export const guardVerdict = z
  .object({
    verdict: z.enum(['clear', 'advised', 'held']).meta({
      description:
        '`advised`: the message is sent, and somebody should look at the reasons. `held`: the message waits for a person to approve it.',
    }),
    reasons: z.array(guardReason),
  })
  .meta({
    id: 'GuardVerdict',
    description:
      'What the guard says about a send. Absent where the policy switches it off, and in a dry run with nothing to advise.',
  });
export type GuardVerdict = z.output<typeof guardVerdict>;

/** What a send can share with a message that was read before it. */
export const sharedThings = ['recipient', 'link', 'account', 'amount', 'wording'] as const;

export const provenance = z
  .object({
    message_id: z.string(),
    thread_id: z.string(),
    from: z.string().nullable(),
    subject: z.string().meta({ description: 'Untrusted text.' }),
    is_proven: z.boolean().meta({ description: 'Whether DNS and signatures authenticate the sender.' }),
    passage: z.string().nullable().meta({
      description: 'The passage of it that instructs its reader, where the reader found one. Untrusted text.',
    }),
    shares: z
      .array(z.enum(sharedThings))
      .meta({ description: 'What the sent message has in common with it.' }),
  })
  .meta({ id: 'Provenance', description: 'A message that the same key had read before the send.' });
export type Provenance = z.output<typeof provenance>;

/** A reason as the rules give it. A weak one is only advice, even if the policy holds messages. */
export type Finding = GuardReason & { isWeak?: boolean };
