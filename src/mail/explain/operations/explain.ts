import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { line, timestamp } from '#kernel/operation/schema.ts';
import { listRefusals, REFUSAL_DAYS } from '#mail/refusals/index.ts';
import { mayReview } from '#mailbox/messages/index.ts';
import { findCopies } from '../repository.ts';
import { stepNames, stepOfRefusal, stepsOf } from '../steps.ts';

const step = z
  .object({
    at: timestamp,
    step: z.enum(stepNames),
    outcome: z
      .string()
      .meta({ description: 'For a recipient, its status; for received mail, the decision.' }),
    reason: z.string(),
    fix: z.string().nullable().meta({ description: 'What to do; null if there is nothing to do.' }),
  })
  .meta({ id: 'ExplainStep' });

export const explain = defineOperation({
  name: 'explain.message',
  method: 'GET',
  path: '/v1/explain',
  summary: 'Explain what happened to a message',
  description:
    'Takes a Message-ID or the id of a message. Returns whether the message was blocked, throttled or ' +
    'quarantined, its conversation, and for a sent message the state of each recipient, with the ' +
    'reason and what to do. If several mailboxes within reach have a copy, their steps are in order of ' +
    'time. Mail that was refused after its transfer had begun (too large, in a loop, not stored) is found by its ' +
    `Message-ID for ${REFUSAL_DAYS} days; earlier refusals are only in the list of refusals. Blocked, throttled and ` +
    'quarantined mail needs `quarantine:review`.',
  permission: 'messages:read',
  levels,
  target: noTarget,
  errors: [],
  input: z.strictObject({
    message_id: line(998, 3).meta({
      description: 'A Message-ID with or without angle brackets, or the id of a message.',
      examples: ['<CAF=1x@mail.example.com>', 'msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'],
    }),
  }),
  example: { message_id: '<CAF=1x@mail.example.com>' },
  responses: {
    200: z
      .object({ found: z.boolean(), steps: z.array(step) })
      .meta({ id: 'Explanation', description: 'Mail that the key cannot access is not found.' }),
  },
  async run({ actor, db }, { message_id }) {
    const named = namedBy(message_id.trim());
    const [copies, refusals] = await Promise.all([
      findCopies(db, actor, named, mayReview(actor)),
      'id' in named ? [] : listRefusals(db, actor, { message_id: named.messageId }, MOST_REFUSALS),
    ]);
    const steps = [...copies.flatMap(stepsOf), ...refusals.map(stepOfRefusal)].toSorted(
      (a, b) => Date.parse(a.at) - Date.parse(b.at),
    );
    return { status: 200, body: { found: steps.length > 0, steps } };
  },
});

/** The explained refusals. More attempts to deliver the same mail would add nothing. */
const MOST_REFUSALS = { before: null, take: 20 };

/** Message-IDs are stored with their brackets. */
function namedBy(text: string): { id: string } | { messageId: string } {
  if (/^msg_\w{1,60}$/.test(text)) return { id: text };
  return { messageId: text.startsWith('<') ? text : `<${text}>` };
}
