import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { spendMinute } from '../once-a-minute.ts';
import { probeRelay } from '../relay.ts';
import { findRelays } from '../relay-repository.ts';
import type { FoundDomain } from '../repository.ts';
import { probeSchema } from '../schema.ts';
import { serializeProbe } from '../serialize.ts';
import { writableDomainTarget } from '../target.ts';

export const probeDomain = defineOperation({
  name: 'domains.probe',
  method: 'POST',
  path: '/v1/domains/{domain_id}/probe',
  summary: "Probe a domain's relay",
  description:
    'Talks to the relay until it accepts the sender address, and sends no mail. If the relay does not ' +
    'work, the response has the status `failed` and the step that failed. At most one probe a minute for ' +
    'each domain.',
  permission: 'domains:write',
  levels: ['platform', 'partner', 'tenant'],
  target: writableDomainTarget,
  errors: ['domain_not_found', 'tenant_erased', 'transport_unavailable'],
  input: z.strictObject({ domain_id: pathId('domain') }),
  responses: { 200: probeSchema },
  execution: {
    mode: 'prefetch',
    async prefetch(services, { domain_id }, { target }) {
      const domain = target as FoundDomain;
      const [relay] = await findRelays(services.db, [domain_id]);
      if (!relay) throw new AppError('transport_unavailable', { reason: 'method_not_supported' });
      await spendMinute(services, domain_id, 'probe');
      await probeRelay(services, relay, domain.domain);
    },
  },
  async run(call, { domain_id }) {
    const [relay] = await findRelays(call.db, [domain_id]);
    const probe = relay && serializeProbe(relay);
    if (!probe) throw new AppError('domain_not_found');
    await recordAudit(call.db, call, {
      action: 'domain.probe',
      target_type: 'domain',
      target_id: domain_id,
      tenant_id: call.target.tenant_id,
      details: { status: probe.status, stage: probe.stage },
    });
    return { status: 200, body: probe };
  },
});
