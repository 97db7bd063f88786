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
      .meta({ description: 'Null where no mailbox has the address, but its domain is of the tenant.' }),
    recipient: z.string().meta({ description: 'The address that the sender named.' }),
    stage: z.enum(refusalStages).meta({
      description: '`recipient`: as the sender named it, before any message. `data`: after the message.',
    }),
    reason: z.enum(reasons),
    smtp_code: z.int().meta({ description: 'What the sender got; with a 4xx it comes again by itself.' }),
    network: z
      .string()
      .meta({ description: 'The network of the sender: the beginning of its address, a /24 or a /48.' }),
    message_id: z.string().nullable().meta({ description: 'The Message-ID, at the stage `data`.' }),
    meaning: z.string(),
    fix: z.string().nullable().meta({ description: 'What to do.' }),
  })
  .meta({ id: 'Refusal', description: 'A mail that was refused while it was handed over.' });

export const listRefused = defineOperation({
  name: 'explain.refusals',
  method: 'GET',
  path: '/v1/explain/refusals',
  summary: 'List mail that was refused on arrival',
  description:
    `Lists mail that servers wanted to hand over within the last ${REFUSAL_DAYS} days and that was refused, newest first, with ` +
    'what to do. A refusal appears within seconds. Of a flood only a part is kept: at most 200 an hour of one tenant. Mail that ' +
    'was refused before its recipient was named (over 25 MiB by its announced size) is not listed.',
  permission: 'messages:read',
  levels,
  target: noTarget,
  errors: ['cursor_expired'],
  example: { identity_id: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' },
  input: z.strictObject({
    tenant_id: id('tenant').optional().meta({ description: 'Only those of this tenant.' }),
    identity_id: id('identity').optional().meta({ description: 'Only those of this identity.' }),
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
