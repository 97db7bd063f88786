import { z } from 'zod';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { advisedRecords } from '../advised.ts';
import { expectedRecords } from '../expected.ts';
import { findKeys } from '../keys-repository.ts';
import { newToken } from '../new-domain.ts';
import { type DomainRow, lockDomain, updateDomain } from '../repository.ts';
import { domainSchema, unseen } from '../schema.ts';
import { domainBody } from '../surroundings.ts';
import { writableDomainTarget } from '../target.ts';

export const reproveDomain = defineOperation({
  name: 'domains.reprove',
  method: 'POST',
  path: '/v1/domains/{domain_id}/reprove',
  summary: 'Verify the ownership of a suspended domain again',
  description:
    'Gives the domain a new ownership record and starts its checks from the beginning. Its addresses do not change.',
  permission: 'domains:write',
  levels: ['platform', 'partner', 'tenant'],
  target: writableDomainTarget,
  errors: ['domain_not_found', 'tenant_erased', 'domain_not_suspended'],
  input: z.strictObject({ domain_id: pathId('domain') }),
  responses: { 200: domainSchema },
  async run(call, { domain_id }) {
    const { db, services } = call;
    const current = await lockDomain(db, domain_id);
    if (!current || current.removing_at !== null) throw new AppError('domain_not_found');
    if (current.status !== 'suspended')
      throw new AppError('domain_not_suspended', { status: current.status });
    const now = services.clock.now();
    const begun: DomainRow = {
      ...current,
      ownership_token: newToken(),
      status: 'pending',
      status_reason: null,
      status_since: now.toISOString(),
      proven_at: null,
      edge_written_at: null,
      issues: [],
      checks: 0,
      reminded_hours: 0,
      next_check_at: after(now, MINUTE).toISOString(),
      updated_at: now.toISOString(),
    };
    const expected = expectedRecords(services.config, begun, await findKeys(db, domain_id));
    const row: DomainRow = {
      ...begun,
      records: expected.map(unseen),
      advised_records: advisedRecords(services.config, begun).map(unseen),
    };
    await updateDomain(db, row);
    await recordAudit(db, call, {
      action: 'domain.reprove',
      target_type: 'domain',
      target_id: row.id,
      tenant_id: row.tenant_id,
      details: { reason: current.status_reason },
    });
    return { status: 200, body: await domainBody(db, row) };
  },
});
