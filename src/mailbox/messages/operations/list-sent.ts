import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, mailbox, pageInput, pageOf, pathId, timestamp } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { delivery, messageApproval, outboundStatuses } from '../schema.ts';
import { listSentMessages, type SentRow } from '../tenant-repository.ts';

const sentMessage = z
  .object({
    id: z.string(),
    thread_id: z.string(),
    identity_id: z.string(),
    status: z.enum(outboundStatuses),
    from: mailbox.nullable(),
    to: z.array(mailbox),
    cc: z.array(mailbox),
    bcc: z.array(mailbox),
    subject: z.string(),
    snippet: z.string().meta({ description: 'The beginning of the text, on one line.' }),
    created_at: timestamp.meta({ description: 'When Proofmail accepted the message.' }),
    send_at: timestamp.nullable().meta({ description: 'A scheduled message is `queued` until this time.' }),
    sent_at: timestamp.nullable().meta({ description: 'When the first mail server accepted it.' }),
    flags: z.array(z.string()),
    deliveries: z.array(delivery),
    approval: messageApproval.nullable(),
  })
  .meta({ id: 'SentMessage' });

export const listSent = defineOperation({
  name: 'messages.list_sent',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/sent',
  summary: 'List the sent messages of a tenant',
  description:
    'Lists the messages that the mailboxes of a tenant sent or are sending, newest first, with the state of each recipient. The flag ' +
    '`captured` says that the deployment kept the message instead of sending it.',
  permission: 'messages:read',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    identity_id: id('identity').optional(),
    status: z
      .array(z.enum(outboundStatuses))
      .min(1)
      .max(outboundStatuses.length)
      .optional()
      .meta({ description: 'Only messages in one of these states.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(sentMessage) },
  async run(call, input) {
    const page = openPage(call, 'messages.list_sent', input);
    const rows = await listSentMessages(call.db, call.target.id, {
      identity_id: input.identity_id,
      status: input.status,
      beyond: page.after as [string, string] | null,
      take: page.take,
    });
    return { status: 200, body: page.answer(rows, toSent, (row) => [row.created_at, row.id]) };
  },
});

const toSent = ({ text, ...row }: SentRow): z.input<typeof sentMessage> => ({
  ...row,
  snippet: text.replace(/\s+/g, ' ').trim(),
});
