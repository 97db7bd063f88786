import type { EventEmitter } from 'node:events';
import type { BlobStorage } from '#kernel/ports/blob-storage.ts';
import type { Embeddings } from '#kernel/ports/embeddings.ts';
import type { IdentityProvider } from '#kernel/ports/identity-provider.ts';
import type { MailTransport, RelaySettings, Relays } from '#kernel/ports/mail-transport.ts';
import type { PublicWeb } from '#kernel/ports/public-web.ts';
import type { RateLimiter } from '#kernel/ports/rate-limiter.ts';
import type { SearchIndex } from '#kernel/ports/search-index.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Logger } from '../base/log.ts';
import type { EventType } from '../catalogue/event-types.ts';
import type { Database, Transaction } from '../data/database.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Sealer } from '../keys/sealing.ts';
import type { Actor } from './actor.ts';
import type { Meter } from './meter.ts';

/** What a process has: made once at the start (`src/server/services.ts`), handed to every operation and job. */
export type Services = {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  keyRing: KeyRing;
  sealer: Sealer;
  blobs: BlobStorage;
  basicTransport: MailTransport;
  /** Amazon SES, where it is configured. */
  sesTransport: MailTransport | null;
  relays: Relays;
  /** The relay of a sender's domain, or null; the password opened. */
  relayOf(domain: string): Promise<RelaySettings | null>;
  limiter: RateLimiter;
  /** Counts what tenants use. */
  meter: Meter;
  /** What texts mean, as vectors; null searches by words alone. */
  embeddings: Embeddings | null;
  /** An index beside the database; null searches in the database alone. */
  searchIndex: SearchIndex | null;
  /** Who else vouches for people that sign in to the console. */
  identityProviders: readonly IdentityProvider[];
  /** URLs and hosts that customers name. */
  web: PublicWeb;
  /**
   * Tells parts of this process that there is work (`inbound`; `events`, from any process, with what arrived as
   * `identity message` or null where that is not known); a hint only, they look by themselves as well.
   */
  wakeUps: EventEmitter;
  hooks: Hooks;
  /**
   * Whose bearer key this is. `address` is the client's, where it is known.
   * @throws AppError 401 and 403 codes of spec 5
   */
  authenticate(authorization: string | null, address?: string | null): Promise<Actor>;
};

/**
 * What a higher room does in the same transaction when a lower one changes something. The lower room does not know who
 * it is; `src/server/services.ts` puts them together.
 */
export type Hooks = {
  /** Queues recorded events for the endpoints that subscribe to them. */
  eventsRecorded(tx: Transaction, events: readonly AddressedEvent[], now: Date): Promise<unknown>;
  /** A tenant was suspended or resumed; its own row is updated already. */
  tenantStatusChanged(
    tx: Transaction,
    services: Services,
    tenantId: string,
    status: 'active' | 'suspended',
  ): Promise<unknown>;
};

/** An event as far as it decides which endpoints hear of it. */
export type AddressedEvent = {
  id: string;
  type: EventType;
  tenant_id: string | null;
  partner_id: string | null;
  identity_id: string | null;
  /** Whether tenants may hear of it, or operators only. */
  for_tenant: boolean;
};
