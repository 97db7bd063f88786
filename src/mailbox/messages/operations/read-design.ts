import { z } from 'zod';
import { readDesign } from '#content/mime/index.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { readBlob } from '#kernel/data/blobs.ts';
import { isHeld } from '#kernel/data/legal-holds.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { effectivePolicies } from '#workspace/tenants/index.ts';
import { requireMessage } from '../access.ts';
import { isRawExpired } from '../raw-retention.ts';

/** Used only by the console, which shows the result in a frame in which no script runs. */
export const readMessageDesign = defineOperation({
  name: 'messages.read_design',
  method: 'GET',
  path: '/console/identities/{identity_id}/messages/{message_id}/design',
  summary: 'Read the HTML of a message with its styles',
  description:
    'Returns the HTML with its styles, built from the raw message; null if the message has no HTML or the raw message was deleted. ' +
    'The URLs of remote images are in attributes that browsers do not load.',
  permission: 'messages:read',
  levels,
  target: mailboxTarget,
  errors: ['message_not_found'],
  input: z.strictObject({ identity_id: pathId('identity'), message_id: pathId('message') }),
  responses: { 200: z.object({ html: z.string().nullable() }).meta({ id: 'MessageDesign' }) },
  async run({ actor, target, db, services }, { message_id }) {
    const row = await requireMessage(db, actor, target.id, message_id);
    if (row.raw_id === null) return { status: 200, body: { html: null } };
    const policy = (await effectivePolicies(db, [row.tenant_id])).get(row.tenant_id)!;
    const isExpired = isRawExpired(row.created_at, policy, services.clock.now());
    if (isExpired && !(await isHeld(db, row.id))) return { status: 200, body: { html: null } };
    return { status: 200, body: { html: await readDesign(await readBlob(services, row.raw_id)) } };
  },
});
