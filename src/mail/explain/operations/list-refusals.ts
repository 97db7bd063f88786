import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, pageInput, pageOf, timestamp } from '#kernel/operation/schema.ts';
import {
  listRefusals,
  REFUSAL_DAYS,
  type RefusalReason,
  type RefusalRow,
  refusalReasons,
  refusalStages,
} from '#mail/refusals/index.ts';
import { ofRefusal } from '../advice.ts';

const reasons = Object.keys(refusalReasons) as [RefusalReason, ...RefusalReason[]];

const refusal = z
  .object({
    id: z.string(),
    at: timestamp,
    tenant_id: z.string(),
    identity_id: z
      .string()
      .nullable()
      .meta({ description: 'Null if no mailbox has the address, but its domain belongs to the tenant.' }),
    recipient: z.string().meta({ description: 'The address that the sender named.' }),
    stage: z.enum(refusalStages).meta({
      description:
        '`recipient`: when the sender named the recipient, before the message. `data`: after the message was transferred.',
    }),
    reason: z.enum(reasons),
    smtp_code: z.int().meta({
      description:
        'The SMTP code that the sender got. After a 4xx, the sending server retries automatically.',
    }),
    network: z
      .string()
      .meta({ description: 'The network of the sending server: the /24 or /48 of its IP address.' }),
    message_id: z.string().nullable().meta({ description: 'The Message-ID; only at the stage `data`.' }),
    meaning: z.string(),
    fix: z.string().nullable().meta({ description: 'What to do.' }),
  })
  .meta({ id: 'Refusal', description: 'A message that was refused on arrival.' });

export const listRefused = defineOperation({
  name: 'explain.refusals',
  method: 'GET',
  path: '/v1/explain/refusals',
  summary: 'List mail that was refused on arrival',
  description:
    `Lists mail that other servers tried to deliver within the last ${REFUSAL_DAYS} days and that was refused, newest first, with ` +
    'what to do about it. A refusal appears within seconds. At most 200 refusals an hour are kept for each tenant. Mail that ' +
    'was refused before its recipient was named (because its announced size is over 25 MiB) is not listed.',
  permission: 'messages:read',
  levels,
  target: noTarget,
  errors: ['cursor_expired'],
  example: { identity_id: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' },
  input: z.strictObject({
    tenant_id: id('tenant').optional().meta({ description: 'Only mail to this tenant.' }),
    identity_id: id('identity').optional().meta({ description: 'Only mail to this identity.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(refusal) },
  async run(call, input) {
    const page = openPage(call, 'explain.refusals', input);
    const before = (page.after?.[0] as string | undefined) ?? null;
    const rows = await listRefusals(call.db, call.actor, input, { before, take: page.take });
    return { status: 200, body: page.answer(rows, serialize, (row) => [row.id]) };
  },
});

function serialize(row: RefusalRow): z.input<typeof refusal> {
  const { reason: meaning, fix } = ofRefusal[row.reason];
  return { ...row, meaning, fix };
}
