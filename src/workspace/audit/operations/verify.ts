import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import {
  type ChainFault,
  type ChainHead,
  chainFaults,
  chainHeads,
  chainsOfPartner,
  countRows,
  hashAt,
  isForgotten,
} from '../chain-repository.ts';
import { type AuditReach, reachOf } from '../reach.ts';

/** The maximum number of faults in a response. */
const LISTED = 100;

const head = z.object({
  tenant_id: z.string().nullable().meta({ description: 'Null for the chain of the deployment.' }),
  position: z.int(),
  hash: z.string(),
  rows: z.int(),
});

const fault = z.object({
  tenant_id: z.string().nullable(),
  position: z.int(),
  fault: z.enum(['missing', 'changed', 'unchained', 'not_the_noted_row']),
});

export const verifyAuditEvents = defineOperation({
  name: 'audit.verify',
  method: 'GET',
  path: '/v1/audit-events/verify',
  summary: 'Verify the integrity of the audit log',
  description:
    'Each row contains a hash of itself and of the previous row, in one chain per tenant and one for the ' +
    'deployment. This call checks the chains and returns the positions at which a row was removed or ' +
    'changed. To detect a chain that was rewritten completely, keep the `position` and `hash` of a head ' +
    'outside the deployment and send them with a later call. Where the deployment drops old rows, a chain begins at ' +
    'the first one that is kept.',
  permission: 'audit:read',
  levels: ['platform', 'partner', 'tenant'],
  target: noTarget,
  errors: ['tenant_not_found'],
  input: z.strictObject({
    tenant_id: pathId('tenant', 'Only the chain of this tenant.').optional(),
    position: z.int().min(1).optional().meta({ description: 'The position of the head that you kept.' }),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Use a hash of 64 hexadecimal digits.')
      .optional()
      .meta({ description: 'The hash of the head that you kept.' }),
  }),
  responses: {
    200: z
      .object({ intact: z.boolean(), heads: z.array(head), faults: z.array(fault) })
      .meta({ id: 'AuditVerification' }),
  },
  async run({ db, actor }, input) {
    const reach = await reachOf(db, actor, input.tenant_id);
    const heads = await chainHeads(db, await chainsWithin(db, reach));
    const faults: Fault[] = [...(await notedFault(db, reach, input))];
    for (const each of heads) {
      if (faults.length < LISTED) faults.push(...(await chainFaults(db, each, LISTED - faults.length)));
    }
    const body = {
      intact: faults.length === 0,
      heads: await Promise.all(heads.map((each) => toHead(db, each))),
      faults: faults.map(({ chain, ...rest }) => ({ tenant_id: chain || null, ...rest })),
    };
    return { status: 200, body };
  },
});

type Fault = Omit<ChainFault, 'fault'> & { fault: ChainFault['fault'] | 'not_the_noted_row' };

/** The chains that the caller asks about; null for all. */
async function chainsWithin(db: Queryable, { tenant_id, partner_id }: AuditReach): Promise<string[] | null> {
  if (tenant_id !== undefined) return [tenant_id];
  return partner_id === undefined ? null : chainsOfPartner(db, partner_id);
}

/**
 * A head that the caller noted earlier must still exist, unless retention dropped it. Without a tenant, it belongs to
 * the deployment's chain.
 */
async function notedFault(
  db: Queryable,
  { tenant_id, partner_id }: AuditReach,
  { position, hash }: { position?: number | undefined; hash?: string | undefined },
): Promise<Fault[]> {
  if (position === undefined && hash === undefined) return [];
  if (position === undefined || hash === undefined)
    throw invalidRequest([{ path: 'position', message: 'Send position and hash together.' }]);
  if (tenant_id === undefined && partner_id !== undefined)
    throw invalidRequest([
      { path: 'tenant_id', message: 'Set tenant_id to the tenant to which the head belongs.' },
    ]);
  const chain = tenant_id ?? '';
  const found = await hashAt(db, chain, position);
  const isThere = found === null ? await isForgotten(db, chain, position) : found === hash;
  return isThere ? [] : [{ chain, position, fault: 'not_the_noted_row' }];
}

const toHead = async (db: Queryable, { chain, position, hash }: ChainHead) => ({
  tenant_id: chain || null,
  position,
  hash,
  rows: await countRows(db, chain),
});
