import { z } from 'zod';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { RelayProbe } from '#kernel/ports/mail-transport.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { advisedRecords } from '../advised.ts';
import { expectedRecords } from '../expected.ts';
import { makeKey, type NewKey, openKey } from '../keys.ts';
import { findKeys, insertKey } from '../keys-repository.ts';
import { assertTransport } from '../new-domain.ts';
import { prefetched } from '../prepare.ts';
import { registerAtProvider } from '../provider.ts';
import { assertReachable, assertRelay, probeFields, relayRow } from '../relay.ts';
import { saveRelay } from '../relay-repository.ts';
import {
  clearDefault,
  type DomainRow,
  type FoundDomain,
  lockDomain,
  publishedBy,
  updateDomain,
} from '../repository.ts';
import { type CheckedRecord, domainSchema, type ExpectedRecord, relayInput, unseen } from '../schema.ts';
import { domainBody } from '../surroundings.ts';
import { writableDomainTarget } from '../target.ts';

const input = z.strictObject({
  domain_id: pathId('domain'),
  transport: z
    .enum(['basic', 'ses'])
    .optional()
    .meta({ description: 'Not allowed with method relay, which has its own transport.' }),
  inbound_forwarding: z.boolean().optional(),
  is_default: z
    .boolean()
    .optional()
    .meta({ description: 'New identities get their address here unless the request names another domain.' }),
  relay: relayInput.optional().meta({
    description: 'Replaces the settings of the relay. Proofmail probes the relay before it stores them.',
  }),
  rotate_dkim: z.literal(true).optional().meta({
    description:
      'Creates the next DKIM key. It signs as soon as a check has found its record; the present key signs until then.',
  }),
});
type Input = z.output<typeof input>;

/** The results that a PATCH fetched before its transaction. */
type Prepared = { probe: RelayProbe | null; key: NewKey | null };
const preparations = prefetched<Input, Prepared>();

export const updateDomainOperation = defineOperation({
  name: 'domains.update',
  method: 'PATCH',
  path: '/v1/domains/{domain_id}',
  summary: 'Change a domain',
  description:
    'Fields that are left out stay unchanged. The next check looks for the records that the new ' +
    'settings need.',
  permission: 'domains:write',
  levels: ['platform', 'partner', 'tenant'],
  target: writableDomainTarget,
  errors: [
    'domain_not_found',
    'tenant_erased',
    'smtp_port_not_allowed',
    'smtp_tls_required',
    'smtp_auth_failed',
    'transport_unavailable',
    'upstream_rate_limited',
    'upstream_error',
  ],
  example: { is_default: true },
  input,
  responses: { 200: domainSchema },
  execution: {
    mode: 'prefetch',
    async prefetch(services: Services, given: Input, { target }) {
      preparations.keep(given, await prepareChange(services, target as FoundDomain, given));
    },
  },
  async run(call, given) {
    const { db, services } = call;
    const current = await lockDomain(db, given.domain_id);
    if (!current || current.removing_at !== null) throw new AppError('domain_not_found');
    const row = await change(db, services, current, given, preparations.of(given));
    await recordAudit(db, call, {
      action: 'domain.update',
      target_type: 'domain',
      target_id: row.id,
      tenant_id: row.tenant_id,
      details: auditable(given),
    });
    return { status: 200, body: await domainBody(db, row) };
  },
});

const auditable = ({ domain_id: _, relay, ...fields }: Input) => ({
  ...fields,
  ...(relay && { relay: { host: relay.host, port: relay.port } }),
});

/** @throws AppError for anything that the domain's method does not support, and for a relay that does not work */
async function prepareChange(services: Services, domain: FoundDomain, given: Input): Promise<Prepared> {
  const next = changed(domain, given);
  if (given.relay && domain.method !== 'relay')
    throw invalidRequest([
      { path: 'relay', message: 'Leave it out: this domain does not use the method relay.' },
    ]);
  const maySendAlone = domain.method === 'send_only' || domain.method === 'relay';
  if ((next.inbound_forwarding && !maySendAlone) || (given.transport && domain.method === 'relay'))
    throw new AppError('transport_unavailable', { reason: 'method_not_supported' });
  assertTransport(services, next);
  if (given.relay) await assertRelay(services, given.relay);
  const probe = given.relay ? await assertReachable(services, given.relay, domain.domain) : null;
  if (next.transport !== domain.transport) {
    const [active] = await findKeys(services.db, domain.id);
    if (active) await registerAtProvider(services, next, openKey(services, active));
  }
  return { probe, key: given.rotate_dkim ? await makeKey(services, domain.domain) : null };
}

const changed = <Domain extends DomainRow>(domain: Domain, given: Input): Domain => ({
  ...domain,
  transport: given.transport ?? domain.transport,
  inbound_forwarding: given.inbound_forwarding ?? domain.inbound_forwarding,
  is_default: given.is_default ?? domain.is_default,
});

async function change(
  tx: Transaction,
  services: Services,
  current: DomainRow,
  given: Input,
  { probe, key }: Prepared,
): Promise<DomainRow> {
  const now = services.clock.now();
  const at = now.toISOString();
  if (given.is_default === true) await clearDefault(tx, current.tenant_id);
  if (given.relay && probe)
    await saveRelay(tx, relayRow(services, current.id, given.relay, probeFields(probe, now)), now);
  if (key) await addNextKey(tx, current, key, at);
  const next = changed(current, given);
  if (next.inbound_forwarding !== current.inbound_forwarding)
    await services.hooks.domainForwarding(tx, next.id, next.inbound_forwarding);
  const records = known(current, expectedRecords(services.config, next, await findKeys(tx, current.id)));
  const isSame =
    next.transport === current.transport && next.inbound_forwarding === current.inbound_forwarding;
  const row: DomainRow = {
    ...next,
    records,
    advised_records: known(current, advisedRecords(services.config, next)),
    // The domain now needs other records, which are written and checked at once.
    edge_written_at: isSame && !key ? current.edge_written_at : null,
    next_check_at: isSame && !key ? current.next_check_at : current.next_check_at && at,
    updated_at: at,
  };
  await updateDomain(tx, row);
  return row;
}

/** If a key is already waiting for its record, it is the next one. */
async function addNextKey(tx: Transaction, { id }: DomainRow, key: NewKey, at: string): Promise<void> {
  const keys = await findKeys(tx, id);
  if (keys.some(({ state }) => state === 'next')) return;
  const { plain: _, ...stored } = key;
  await insertKey(tx, { ...stored, domain_id: id, state: 'next', created_at: at });
}

/** The records that are needed now; records that stay keep their findings. */
function known(domain: DomainRow, needed: readonly ExpectedRecord[]): CheckedRecord[] {
  const before = publishedBy(domain);
  return needed.map(
    (record) =>
      before.find(
        ({ name, type, purpose }) =>
          name === record.name && type === record.type && purpose === record.purpose,
      ) ?? unseen(record),
  );
}
