import type { BlobStorage } from '#kernel/ports/blob-storage.ts';
import type { DnsZones } from '#kernel/ports/dns-zones.ts';
import type { DomainDns } from '#kernel/ports/domain-dns.ts';
import type { Embeddings } from '#kernel/ports/embeddings.ts';
import type { IdentityProvider } from '#kernel/ports/identity-provider.ts';
import type { MailIdentities } from '#kernel/ports/mail-identities.ts';
import type { MailTransport, RelaySettings, Relays } from '#kernel/ports/mail-transport.ts';
import type { Payments } from '#kernel/ports/payments.ts';
import type { PublicWeb } from '#kernel/ports/public-web.ts';
import type { RateLimiter } from '#kernel/ports/rate-limiter.ts';
import type { SearchIndex } from '#kernel/ports/search-index.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Logger } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import type { EventType } from '../catalogue/event-types.ts';
import type { Database, Transaction } from '../data/database.ts';
import type { Narrow, Row } from '../data/row.ts';
import type { WakeUps } from '../data/shared-wake-up.ts';
import type { StorageFormat } from '../data/storage-format.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Sealer } from '../keys/sealing.ts';
import type { Registry } from '../ports/registry.ts';
import type { Supervisor } from '../threads/supervise.ts';
import type { Actor } from './actor.ts';
import type { Meter } from './meter.ts';
import type { RequestLog } from './request-log.ts';
import type { AgentProof, MailToSign, MailToVerify } from './signed-mail.ts';

/** The services of a process: created once at the start (`src/server/services.ts`) and passed to every operation and job. */
export type Services = {
  config: Config;
  db: Database;
  /** The form in which rows are written. */
  storageFormat: StorageFormat;
  clock: Clock;
  log: Logger;
  keyRing: KeyRing;
  sealer: Sealer;
  blobs: BlobStorage;
  basicTransport: MailTransport;
  /** Amazon SES, if it is configured. */
  sesTransport: MailTransport | null;
  relays: Relays;
  /** Domains at Amazon SES, if it is configured. */
  mailIdentities: MailIdentities | null;
  /** Lookups of customers' domains at their own name servers. */
  domainDns: DomainDns;
  /** Registration data of domains; null if PM_RDAP_URL is off. */
  registry: Registry | null;
  /** DNS zones at the edge platform, if CF_API_TOKEN is set. */
  dnsZones: DnsZones | null;
  /** The relay of a sender's domain with its password unsealed, or null. */
  relayOf(domain: string): Promise<RelaySettings | null>;
  limiter: RateLimiter;
  /** Counts the usage of tenants. */
  meter: Meter;
  /** The log of API calls that workspaces see. */
  requestLog: RequestLog;
  /** The counters of this process for `/metrics`. */
  metrics: Metrics;
  /** Embeds texts as vectors; null limits search to keywords. */
  embeddings: Embeddings | null;
  /** The external search engine; null searches in Postgres alone. */
  searchIndex: SearchIndex | null;
  /** The providers with which people can sign in to the console. */
  identityProviders: readonly IdentityProvider[];
  /** The payment provider; null means that nothing is sold. */
  payments: Payments | null;
  /** Safe access to URLs and hosts that customers give us. */
  web: PublicWeb;
  wakeUps: WakeUps;
  /** Keeps the long-running parts of this process alive. */
  supervisor: Supervisor;
  hooks: Hooks;
  /**
   * The actor of this bearer key. `address` is that of the client, if known.
   * @throws AppError 401 and 403 codes of spec 5
   */
  authenticate(authorization: string | null, address?: string | null): Promise<Actor>;
};

/**
 * Functions of higher rooms that a lower room calls, mostly in its transaction, without importing the higher room.
 * `src/server/services.ts` connects them.
 */
export type Hooks = {
  /** Queues recorded events for the endpoints that subscribe to them. */
  eventsRecorded(tx: Transaction, events: readonly AddressedEvent[], now: Date): Promise<unknown>;
  /** A tenant was suspended or resumed. Its own row is already updated. */
  tenantStatusChanged(
    tx: Transaction,
    services: Services,
    tenantId: string,
    status: 'active' | 'suspended',
  ): Promise<unknown>;
  /** A domain became healthy or degraded, so addresses that waited for it become active. */
  domainReady(tx: Transaction, services: Services, domainId: string): Promise<unknown>;
  /** A domain is being removed, and with it the addresses that never worked. */
  domainRemoved(tx: Transaction, services: Services, domainId: string): Promise<unknown>;
  /** Adds a proof of the sender to a message, if the tenant's policy requires one. @returns the whole message */
  signMail(services: Services, mail: MailToSign): Promise<Uint8Array>;
  /** The verified statement of a received message about the agent that sent it; null if it has none. */
  verifyMail(services: Services, mail: MailToVerify): Promise<AgentProof | null>;
  /** Whether mail to a domain is forwarded to us has changed. */
  domainForwarding(tx: Transaction, domainId: string, isForwarded: boolean): Promise<unknown>;
};

/** The fields of an event that decide which endpoints receive it. */
export type AddressedEvent = Narrow<
  Row<'events', 'id' | 'type' | 'tenant_id' | 'partner_id' | 'identity_id'>,
  { type: EventType }
> & {
  /** Whether tenants may receive it; otherwise only operators do. */
  for_tenant: boolean;
};
