import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { fenceFields, mayReview, requireMessage, view } from '#mailbox/messages/index.ts';
import { shownAs } from '../agent-view.ts';
import { findRelated } from '../related.ts';
import { messageHit } from '../schema.ts';

export const relatedMessages = defineOperation({
  name: 'search.related',
  method: 'GET',
  path: '/v1/identities/{identity_id}/messages/{message_id}/related',
  summary: 'Find related messages in other threads',
  description:
    'Searches for the most characteristic words of the message. Returns one hit per thread, best first.',
  permission: 'search:read',
  levels,
  target: mailboxTarget,
  bucket: 'search',
  meter: 'search',
  errors: ['message_not_found'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    limit: z.int().min(1).max(50).default(10),
    view,
  }),
  responses: { 200: z.object({ ...fenceFields, hits: z.array(messageHit) }).meta({ id: 'RelatedMessages' }) },
  async run({ actor, db, services, target }, { message_id, limit, view }) {
    const message = await requireMessage(db, actor, target.id, message_id);
    const search = { identityId: target.id, review: mayReview(actor), now: services.clock.now() };
    const hits = await findRelated(db, search, message, limit);
    return { status: 200, body: shownAs({ actor, services }, view, { hits }) };
  },
});
