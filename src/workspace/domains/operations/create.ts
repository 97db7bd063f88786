import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { type Transaction, violatedConstraint } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import { type Call, defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { withinAllowance } from '#workspace/billing/index.ts';
import { type TenantRow, writableTenantTarget } from '#workspace/tenants/index.ts';
import { advisedRecords } from '../advised.ts';
import { domainCreated } from '../events.ts';
import { expectedRecords } from '../expected.ts';
import { insertKey } from '../keys-repository.ts';
import { assertFree, type NewDomain, newDomainFields, newToken, transportOf } from '../new-domain.ts';
import { type Prepared, prefetched, prepare } from '../prepare.ts';
import { probeFields, relayRow } from '../relay.ts';
import { saveRelay } from '../relay-repository.ts';
import { removeDomain } from '../removal.ts';
import { countDomains, type DomainRow, insertDomain } from '../repository.ts';
import { domainSchema, unseen } from '../schema.ts';
import { domainBody } from '../surroundings.ts';

const input = z.strictObject({ tenant_id: pathId('tenant'), ...newDomainFields });
type Input = z.output<typeof input>;

const preparations = prefetched<Input, Prepared>();

export const createDomain = defineOperation({
  name: 'domains.create',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/domains',
  summary: 'Add a domain',
  description:
    'Adds a mail domain to the tenant. The response lists the DNS records to publish; the ownership ' +
    'record is checked first. Checks run automatically after 1, 5 and 15 minutes, then hourly. Until the domain is healthy or ' +
    'degraded, nobody can send from it.',
  permission: 'domains:write',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: [
    'tenant_not_found',
    'tenant_erased',
    'scope_denied',
    'smtp_port_not_allowed',
    'spf_lookup_limit',
    'billing_limit',
    'existing_mx',
    'domain_not_dedicated',
    'domain_exists',
    'zone_hold',
    'transport_unavailable',
    'smtp_tls_required',
    'smtp_auth_failed',
    'cf_token_required',
    'upstream_rate_limited',
    'upstream_error',
  ],
  example: { domain: 'agents.acme.example', method: 'records' },
  input,
  responses: { 201: domainSchema },
  execution: {
    mode: 'prefetch',
    async prefetch(services: Services, given: Input, { actor, target }) {
      preparations.keep(given, await prepare(services, given, { actor, tenant: target as TenantRow }));
    },
  },
  async run(call, given) {
    const { db, services, target: tenant } = call;
    const prepared = preparations.of(given);
    const count = async () => (await countDomains(db, [tenant.id])).get(tenant.id) ?? 0;
    const held = { tenant, feature: 'custom_domains', count } as const;
    const row = await withinAllowance(db, services, held, () => insert(call, given, prepared));
    await recordAudit(db, call, {
      action: 'domain.create',
      target_type: 'domain',
      target_id: row.id,
      tenant_id: tenant.id,
      details: { domain: row.domain, method: row.method, transport: row.transport },
    });
    const body = await domainBody(db, row);
    const about = { tenant_id: tenant.id, domain_id: row.id };
    await recordEvents(db, services, [domainCreated({ ...about, data: { domain: body } })]);
    return { status: 201, body };
  },
});

type CreateCall = Call<TenantRow, 'POST'>;

async function insert(
  { db, services, target }: CreateCall,
  given: Input,
  prepared: Prepared,
): Promise<DomainRow> {
  const { key, probe } = prepared;
  const now = services.clock.now();
  // Requests for domains of the same zone run one after the other, so that the zone's limit is exact.
  await lockNames(db, 'domain_zone', [prepared.name.zone]);
  const stale = await assertFree(db, target.id, prepared.name, now);
  if (stale) await removeDomain(db, services, stale, 'zone_expired');
  const row = newDomain(services, target.id, given, prepared, now);
  await insertOnce(db, row);
  const { plain: _, ...stored } = key;
  await insertKey(db, { ...stored, domain_id: row.id, state: 'active', created_at: row.created_at });
  if (given.relay && probe)
    await saveRelay(db, relayRow(services, row.id, given.relay, probeFields(probe, now)), now);
  return row;
}

async function insertOnce(tx: Transaction, row: DomainRow): Promise<void> {
  try {
    await insertDomain(tx, row);
  } catch (error) {
    if (violatedConstraint(error) === 'domains_domain_key')
      throw new AppError('domain_exists', { domain: row.domain });
    throw error;
  }
}

function newDomain(
  { config }: Services,
  tenantId: string,
  given: NewDomain,
  { name, existing, key, edge }: Prepared,
  now: Date,
): DomainRow {
  const at = now.toISOString();
  const publishing = {
    domain: name.domain,
    method: given.method,
    transport: transportOf(given),
    inbound_forwarding: given.inbound_forwarding,
    ownership_token: newToken(),
    previous_spf: existing.spf,
  };
  const expected = expectedRecords(config, publishing, [{ ...key, state: 'active' }]);
  return {
    ...publishing,
    id: newId('domain'),
    tenant_id: tenantId,
    zone: name.zone,
    status: 'pending',
    status_reason: null,
    status_since: at,
    proven_at: null,
    is_default: false,
    nameservers: edge?.nameservers ?? [],
    found_nameservers: existing.nameservers,
    edge_zone_id: edge?.zoneId ?? null,
    edge_written_at: null,
    records: expected.map(unseen),
    advised_records: advisedRecords(config, publishing).map(unseen),
    registration: null,
    registration_asked_at: null,
    issues: [],
    verified_at: null,
    last_checked_at: null,
    next_check_at: after(now, MINUTE).toISOString(),
    checks: 0,
    reminded_hours: 0,
    removing_at: null,
    created_at: at,
    updated_at: at,
  };
}
