import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId, timestamp } from '#kernel/operation/schema.ts';
import { listChecks } from '../checks-repository.ts';
import { domainIssue, domainStatuses, recordPurposes, recordStatuses } from '../schema.ts';
import { domainTarget } from '../target.ts';

const SHOWN = 50;

const check = z.object({
  id: z.string(),
  trigger: z.enum(['schedule', 'request', 'maintenance']),
  status: z.enum(domainStatuses),
  records: z.array(
    z.object({ purpose: z.enum(recordPurposes), name: z.string(), status: z.enum(recordStatuses) }),
  ),
  issues: z.array(domainIssue),
  ms: z.int(),
  created_at: timestamp,
});

/** Used by the page of a domain in the console. */
export const listDomainChecks = defineOperation({
  name: 'domains.list_checks',
  method: 'GET',
  path: '/v1/domains/{domain_id}/checks',
  summary: 'List the last checks of a domain',
  description: `Lists the newest ${SHOWN} checks, newest first.`,
  permission: 'domains:read',
  levels,
  target: domainTarget,
  errors: ['domain_not_found'],
  input: z.strictObject({ domain_id: pathId('domain') }),
  responses: { 200: z.object({ data: z.array(check) }) },
  async run(call) {
    const rows = await listChecks(call.db, call.target.id, SHOWN);
    return { status: 200, body: { data: rows } };
  },
});
