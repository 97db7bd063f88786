import { z } from 'zod';

/** Why a send looks as if somebody else than its owner wanted it (decisions-2, Guard). */
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
  text: z
    .string()
    .meta({ description: 'What was found, for a person. It may name addresses and links of mail.' }),
  source_message_id: z.string().optional().meta({ description: 'The message that it comes from.' }),
});
export type GuardReason = z.output<typeof guardReason>;

export const guardVerdict = z
  .object({
    verdict: z.enum(['clear', 'advised', 'held']).meta({
      description:
        '`advised`: the message is sent, and somebody should look at the reasons. `held`: it waits for the approval of a person.',
    }),
    reasons: z.array(guardReason),
  })
  .meta({
    id: 'GuardVerdict',
    description:
      'What the guard says about a send. Absent where the policy switches it off, and in a dry run with nothing to advise.',
  });
export type GuardVerdict = z.output<typeof guardVerdict>;

/** A reason as the rules give it. A weak one is advice, also where the policy holds messages. */
export type Finding = GuardReason & { isWeak?: boolean };
