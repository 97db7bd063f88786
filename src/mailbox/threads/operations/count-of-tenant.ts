import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { mayReview } from '#mailbox/messages/index.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { countMailboxes } from '../tenant-repository.ts';

const LIMITS = { mailboxes: 1_000, most: 100 };

export const countOfTenant = defineOperation({
  name: 'threads.count_of_tenant',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/mail-counts',
  summary: 'Count unread and quarantined mail in the mailboxes of a tenant',
  description:
    `Counts unread threads and quarantined messages of the ${LIMITS.mailboxes} newest mailboxes, each up to ${LIMITS.most}: ` +
    `a count of ${LIMITS.most} means that many or more. Mailboxes without any are left out. Without ` +
    '`quarantine:review`, `quarantined` is null.',
  permission: 'messages:read',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: [],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: {
    200: z
      .object({
        mailboxes: z.array(
          z.object({
            identity_id: z.string(),
            unread: z.int(),
            quarantined: z.int().nullable(),
          }),
        ),
      })
      .meta({ id: 'MailCounts' }),
  },
  async run({ actor, db, target }) {
    const review = mayReview(actor);
    const counts = await countMailboxes(db, target.id, LIMITS);
    const seen = counts.filter(({ unread }) => review || unread > 0);
    const mailboxes = seen.map((count) => ({ ...count, quarantined: review ? count.quarantined : null }));
    return { status: 200, body: { mailboxes } };
  },
});
