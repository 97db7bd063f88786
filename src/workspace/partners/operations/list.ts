import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf } from '#kernel/operation/schema.ts';
import { listPartners as findPage, partnerStatuses } from '../repository.ts';
import { partnerSchema } from '../schema.ts';
import { serializePartner } from '../serialize.ts';

export const listPartners = defineOperation({
  name: 'partners.list',
  method: 'GET',
  path: '/v1/partners',
  summary: 'List partners',
  description: 'Lists the partners, newest first. Deleted partners are included without their names.',
  permission: 'partners:manage',
  levels: ['platform'],
  target: noTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    status: z.enum(partnerStatuses).optional().meta({ description: 'Only partners in this state.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(partnerSchema) },
  async run(call, input) {
    const page = openPage(call, 'partners.list', input);
    const beyond = page.after && String(page.after[0]);
    const rows = await findPage(call.db, input.status, { beyond, take: page.take });
    return { status: 200, body: page.answer(rows, serializePartner, (row) => [row.id]) };
  },
});
