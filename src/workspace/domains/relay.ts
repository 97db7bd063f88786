import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { RelayProbe, RelaySettings } from '#kernel/ports/mail-transport.ts';
import { type ProbeFields, type RelayRow, saveProbe } from './relay-repository.ts';
import { RELAY_PORTS, type RelayInput } from './schema.ts';

type Deployment = Pick<Services, 'config' | 'web'>;

/** Port 25 is for traffic between mail servers, so it is never allowed, not even in development. */
const SERVER_PORT = 25;

/**
 * Checks the settings of a relay: its port, and that its host is public. @throws AppError `smtp_port_not_allowed`,
 * `invalid_request`
 */
export async function assertRelay({ config, web }: Deployment, relay: RelayInput): Promise<void> {
  const isAllowed = config.insecureTargets ? relay.port !== SERVER_PORT : RELAY_PORTS.includes(relay.port);
  if (!isAllowed) throw new AppError('smtp_port_not_allowed', { port: relay.port, allowed: RELAY_PORTS });
  if ((relay.username === null) !== (relay.password === null))
    throw invalidRequest([{ path: 'relay', message: 'Set both username and password, or neither of them.' }]);
  if (config.insecureTargets) return;
  try {
    await web.resolve(relay.host);
  } catch {
    throw invalidRequest([{ path: 'relay.host', message: 'Use a server with public IP addresses.' }]);
  }
}

/** The sender that a relay is asked to accept. */
const probeSender = (domain: string): string => `postmaster@${domain}`;

/**
 * Talks to a relay before its settings are stored.
 * @throws AppError `smtp_tls_required`, `smtp_auth_failed`, and `upstream_error` for a relay out of reach
 */
export async function assertReachable(
  { relays }: Pick<Services, 'relays'>,
  relay: RelaySettings,
  domain: string,
): Promise<RelayProbe> {
  const probe = await relays.probe(relay, probeSender(domain));
  if (probe.status === 'ok') return probe;
  const details = { stage: probe.stage, detail: probe.detail };
  if (probe.stage === 'tls') throw new AppError('smtp_tls_required', details);
  if (probe.stage === 'auth') throw new AppError('smtp_auth_failed', details);
  throw new AppError('upstream_error', details);
}

export const probeFields = (probe: RelayProbe, now: Date): ProbeFields => ({
  probe_id: newId('probe'),
  probe_status: probe.status,
  probe_stage: probe.stage,
  probe_detail: probe.detail,
  probe_ms: Math.round(probe.ms),
  probed_at: now.toISOString(),
});

/** Probes a stored relay and keeps the result. @returns the relay with it */
export async function probeRelay(services: Services, relay: RelayRow, domain: string): Promise<RelayRow> {
  const probe = await services.relays.probe(settingsOf(services, relay), probeSender(domain));
  const fields = probeFields(probe, services.clock.now());
  await saveProbe(services.db, relay.domain_id, fields);
  return { ...relay, ...fields };
}

const settingsOf = (
  { sealer }: Pick<Services, 'sealer'>,
  { domain_id, host, port, username, password }: RelayRow,
): RelaySettings => ({
  host,
  port,
  username,
  password: password && sealer.open('relay-password', password, domain_id).toString(),
});

/** The row of a relay, with its password sealed. */
export const relayRow = (
  { sealer }: Pick<Services, 'sealer'>,
  domainId: string,
  { host, port, username, password }: RelayInput,
  probe: ProbeFields,
): RelayRow => ({
  domain_id: domainId,
  host: host.toLowerCase(),
  port,
  username,
  password: password === null ? null : sealer.seal('relay-password', password, domainId),
  ...probe,
});
