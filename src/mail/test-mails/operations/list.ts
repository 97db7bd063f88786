import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { domainTarget } from '#workspace/domains/index.ts';
import { listTestMails } from '../repository.ts';
import { testMailSchema } from '../schema.ts';
import { serializeTestMail } from '../serialize.ts';

export const KEPT_TEST_MAILS = 10;

/** Used by the page of a domain in the console. */
export const listDomainTestMails = defineOperation({
  name: 'domains.list_test_mails',
  method: 'GET',
  path: '/v1/domains/{domain_id}/test-mails',
  summary: 'List the test mails of a domain',
  description: `Lists the newest ${KEPT_TEST_MAILS} test mails, newest first, each with what the receiver saw and what to do about it.`,
  permission: 'domains:read',
  levels,
  target: domainTarget,
  errors: ['domain_not_found'],
  input: z.strictObject({ domain_id: pathId('domain') }),
  responses: { 200: z.object({ data: z.array(testMailSchema) }) },
  async run({ db, target, services }) {
    const now = services.clock.now();
    const rows = await listTestMails(db, target.id, KEPT_TEST_MAILS);
    return { status: 200, body: { data: rows.map((row) => serializeTestMail(row, target, now)) } };
  },
});
