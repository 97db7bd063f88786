import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { checkDomain } from '../check.ts';
import { spendMinute } from '../once-a-minute.ts';
import { lockDomain } from '../repository.ts';
import { domainSchema } from '../schema.ts';
import { domainBody } from '../surroundings.ts';
import { writableDomainTarget } from '../target.ts';

export const verifyDomain = defineOperation({
  name: 'domains.verify',
  method: 'POST',
  path: '/v1/domains/{domain_id}/verify',
  summary: 'Check a domain now',
  description:
    "Looks up every record at the domain's own name servers and returns the results. " +
    'At most one check a minute for each domain.',
  permission: 'domains:write',
  levels: ['platform', 'partner', 'tenant'],
  target: writableDomainTarget,
  errors: ['domain_not_found', 'tenant_erased'],
  input: z.strictObject({ domain_id: pathId('domain') }),
  responses: { 200: domainSchema },
  execution: {
    mode: 'prefetch',
    async prefetch(services, { domain_id }) {
      await spendMinute(services, domain_id, 'verify');
      await checkDomain(services, domain_id, 'request');
    },
  },
  async run(call, { domain_id }) {
    const row = await lockDomain(call.db, domain_id);
    if (!row || row.removing_at !== null) throw new AppError('domain_not_found');
    await recordAudit(call.db, call, {
      action: 'domain.verify',
      target_type: 'domain',
      target_id: row.id,
      tenant_id: row.tenant_id,
      details: { status: row.status },
    });
    return { status: 200, body: await domainBody(call.db, row) };
  },
});
