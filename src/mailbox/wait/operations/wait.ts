import { z } from 'zod';
import { SECOND } from '#kernel/base/clock.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { id, line, pathId, timestamp } from '#kernel/operation/schema.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import {
  findMessage,
  makeFence,
  message,
  recordReads,
  toAgentMessage,
  toMessage,
  view,
} from '#mailbox/messages/index.ts';
import { storedEntry } from '#mailbox/suppressions/index.ts';
import { type Criteria, kinds, nothingReleased, released } from '../criteria.ts';
import { recordWait } from '../index.ts';
import { waitingRoomOf } from '../waiting-room.ts';

const description =
  'Returns as soon as a message arrives that matches all filters, or with `timed_out: true`. Only visible mail ' +
  'counts; quarantined mail counts once it is released. Without `since`, only mail that arrives after the ' +
  'call counts. To miss nothing, set `since` to a time before the action that causes the mail. If several ' +
  'messages match, the oldest is returned; if they contain codes, the newest. ' +
  'A code or link is released only if `from` names its sender and `trust.verdict` is `pass`. For authenticated mail from ' +
  'another sender, only `sender_domain` is returned, so that you know which sender to name.';

const senderText = line(320, 1)
  .refine(
    (text) => storedEntry(text) !== null,
    'Use an address, or @ and a domain, for example @example.com.',
  )
  .meta({ description: 'An address, or `@domain` for exactly that domain.', examples: ['@example.com'] });

const input = z.strictObject({
  identity_id: pathId('identity'),
  from: senderText.optional(),
  subject_contains: line(limits.subject, 1).optional().meta({ description: 'Case and accents are ignored.' }),
  thread_id: id('thread').optional(),
  kind: z
    .enum(kinds)
    .default('any')
    .meta({
      description:
        '`reply`: the message replies to a message of the identity, or arrives in a thread that the identity has ' +
        'written to. `verification`: the message contains a one-time code or a confirmation link. `decision`: ' +
        'a person approved or rejected a message that was waiting, or nobody did in time; the response contains that message.',
    }),
  message_id: id('message')
    .optional()
    .meta({ description: 'With `decision`: the message that is waiting for approval.' }),
  since: timestamp.optional().meta({
    description: 'Only mail that arrived after this time counts. The default is the time of the call.',
  }),
  timeout: z
    .int()
    .min(0)
    .max(limits.waitSeconds.max)
    .default(limits.waitSeconds.default)
    .meta({ description: 'How long to wait, in seconds.' }),
  view,
});

const answer = z
  .object({
    message: message.nullable().meta({ description: 'Null if no message arrived in time.' }),
    verification: z.object({
      code: z.string().nullable(),
      link: z.string().nullable(),
      sender_domain: z.string().nullable(),
    }),
    timed_out: z.boolean(),
  })
  .meta({ id: 'WaitAnswer' });

const timedOut = { message: null, verification: nothingReleased, timed_out: true };

export const waitForMessage = defineOperation({
  name: 'wait.for_message',
  method: 'GET',
  path: '/v1/identities/{identity_id}/wait',
  summary: 'Wait for a message or a verification code',
  description,
  permission: 'search:read',
  levels,
  target: mailboxTarget,
  errors: [],
  example: { timeout: 0 },
  input,
  responses: { 200: answer },
  async run({ actor, target, db, services, header, signal }, asked) {
    const now = services.clock.now();
    const criteria = criteriaOf(asked);
    if (criteria.from !== null) {
      // Expected mail counts as solicited, so the wait is recorded before it arrives (src/mail/inbound/sender-throttle.ts).
      const pair = { identity_id: target.id, organisation: organisationOf(criteria.from) };
      await recordWait(db, pair, now);
    }
    const arrival = await waitingRoomOf(services).wait(
      {
        identityId: target.id,
        since: sinceOf(asked, now),
        criteria,
        timeout: asked.timeout * SECOND,
        // The decision may have been made before the call, in which case the message shows it.
        queryFirst: asked.since !== undefined || asked.message_id !== undefined,
      },
      signal(),
    );
    if (!arrival) return { status: 200, body: timedOut };
    const authorization = header('authorization');
    const [row] = await Promise.all([
      findMessage(db, target.id, arrival.id, { ...asReader, html: asked.view === 'agent' }),
      // The key is checked again, because it may have been revoked during the wait.
      authorization !== null && services.authenticate(authorization, actor.source_address ?? null),
    ]);
    if (!row) return { status: 200, body: timedOut };
    recordReads(services, actor, [{ message_id: row.id, identity_id: row.identity_id }]);
    const body = {
      message: asked.view === 'agent' ? toAgentMessage(row, makeFence()) : toMessage(row),
      verification: released(criteria, arrival),
      timed_out: false,
    };
    return { status: 200, body };
  },
});

/**
 * The time after which mail counts. A decision about a named message counts whenever it was made. Times are in milliseconds:
 * mail of the same one as the call may have arrived after it.
 */
function sinceOf({ since, message_id }: z.output<typeof input>, now: Date): Date {
  if (since !== undefined) return new Date(since);
  return new Date(message_id === undefined ? now.getTime() - 1 : 0);
}

const asReader = { review: false, quoted: false, html: false, headers: false };

const criteriaOf = (asked: z.output<typeof input>): Criteria => ({
  from: asked.from === undefined ? null : storedEntry(asked.from),
  subjectContains: asked.subject_contains ?? null,
  threadId: asked.thread_id ?? null,
  kind: asked.kind,
  messageId: asked.message_id ?? null,
});
