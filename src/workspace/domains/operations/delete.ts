import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { beginRemoval } from '../removal.ts';
import { countLiveAddresses, lockDomain } from '../repository.ts';
import { writableDomainTarget } from '../target.ts';

export const deleteDomain = defineOperation({
  name: 'domains.delete',
  method: 'DELETE',
  path: '/v1/domains/{domain_id}',
  summary: 'Remove a domain',
  description:
    'Retire its addresses first. Mail that is waiting to be sent from it is still sent; afterwards its keys and its records ' +
    'at the edge platform are removed, and domain.removed is emitted.',
  permission: 'domains:write',
  levels: ['platform', 'partner', 'tenant'],
  target: writableDomainTarget,
  errors: ['domain_not_found', 'tenant_erased', 'domain_in_use', 'upstream_rate_limited'],
  input: z.strictObject({ domain_id: pathId('domain') }),
  responses: { 204: null },
  async run(call, { domain_id }) {
    const { db, services } = call;
    const row = await lockDomain(db, domain_id);
    if (!row || row.removing_at !== null) throw new AppError('domain_not_found');
    const addresses = await countLiveAddresses(db, domain_id);
    if (addresses > 0) throw new AppError('domain_in_use', { addresses });
    await recordAudit(db, call, {
      action: 'domain.delete',
      target_type: 'domain',
      target_id: row.id,
      tenant_id: row.tenant_id,
      details: { domain: row.domain },
    });
    await beginRemoval(db, services, row);
    return { status: 204, body: null };
  },
});
