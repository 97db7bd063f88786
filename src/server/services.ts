import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openBlobStorage } from '#adapters/blob-storage/open.ts';
import { createCloudflareZones } from '#adapters/dns-zones/cloudflare.ts';
import { createDomainDns } from '#adapters/domain-dns/authoritative.ts';
import { createApiEmbeddings } from '#adapters/embeddings/api.ts';
import { createLocalEmbeddings } from '#adapters/embeddings/local.ts';
import { measuredEmbeddings } from '#adapters/embeddings/measured.ts';
import { createIdentityProviders } from '#adapters/identity-provider/all.ts';
import { createSesIdentities, SES_PACE } from '#adapters/mail-identities/ses.ts';
import { createCaptureTransport } from '#adapters/mail-transport/capture.ts';
import { measured, measuredRelays } from '#adapters/mail-transport/measured.ts';
import { createRelays } from '#adapters/mail-transport/relay.ts';
import { createResendTransport } from '#adapters/mail-transport/resend.ts';
import { createSesTransport } from '#adapters/mail-transport/ses.ts';
import { createSmtpTransport } from '#adapters/mail-transport/smtp.ts';
import { watched } from '#adapters/mail-transport/watched.ts';
import { isPublicAddress } from '#adapters/public-web/addresses.ts';
import { createPublicWeb } from '#adapters/public-web/client.ts';
import { openRateLimiter } from '#adapters/rate-limiter/open.ts';
import { createRdap } from '#adapters/registry/rdap.ts';
import { createMeilisearchIndex } from '#adapters/search-index/meilisearch.ts';
import { version } from '#api/rest/version.ts';
import { type Clock, systemClock } from '#kernel/base/clock.ts';
import type { Config } from '#kernel/base/config.ts';
import { createLogger, type Logger } from '#kernel/base/log.ts';
import { createMetrics } from '#kernel/base/metrics.ts';
import { setTracer } from '#kernel/base/tracing.ts';
import { type Database, openDatabase } from '#kernel/data/database.ts';
import { listener } from '#kernel/data/listen.ts';
import { waitForTurn } from '#kernel/data/paced-calls.ts';
import { openSharedWakeUp, type WakeUps } from '#kernel/data/shared-wake-up.ts';
import { openStorageFormat } from '#kernel/data/storage-format.ts';
import { KeyRing, RING_CHANGED } from '#kernel/keys/key-ring.ts';
import { Sealer } from '#kernel/keys/sealing.ts';
import { isUnavailable } from '#kernel/operation/failure.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { BlobStorage } from '#kernel/ports/blob-storage.ts';
import type { DomainDns } from '#kernel/ports/domain-dns.ts';
import type { Embeddings } from '#kernel/ports/embeddings.ts';
import type { MailTransport } from '#kernel/ports/mail-transport.ts';
import type { Payments } from '#kernel/ports/payments.ts';
import { createSupervisor } from '#kernel/threads/supervise.ts';
import { captureStore, type DkimRecord, ensureDkimKey } from '#mail/sending/index.ts';
import {
  activateAddresses,
  dropPendingAddresses,
  followTenantStatus,
  setForwarding,
} from '#mailbox/identities/index.ts';
import { signMail, verifyMail } from '#trust/signing/index.ts';
import {
  type BootstrapKey,
  createAuthenticator,
  createLastUsed,
  ensureBootstrapKey,
} from '#workspace/api-keys/index.ts';
import { findSendingDomain, openRelay } from '#workspace/domains/index.ts';
import { createRequestLog } from '#workspace/requests/index.ts';
import { createMeter } from '#workspace/usage/index.ts';
import { fanOut } from '#workspace/webhooks/index.ts';
import { allowTenantRole } from './postgres/row-security.ts';
import { reseal } from './reseal.ts';
import { deploymentSecret } from './secret.ts';
import { statementTimes } from './statement-times.ts';

export type OpenServices = Services & {
  bootstrapKey: BootstrapKey;
  /** The DNS record that the operator publishes for the platform domain if this deployment signs its mail. */
  dkimRecord: DkimRecord | null;
  close(): Promise<void>;
};

/**
 * The number of connections in the pool. Each keeps 8 MB of plans and catalogue in Postgres, and on a small machine
 * more connections would only wait for CPU.
 */
const connections = Math.min(24, Math.max(12, 4 * availableParallelism()));

/** Opens everything that a process needs. The database must already be migrated. */
export async function createServices(
  config: Config,
  options: { databaseUrl: string; clock?: Clock; fail?(error: Error): void },
): Promise<OpenServices> {
  const log = createLogger(config.logLevel);
  const endTraces = await beginTraces(config);
  const clock = options.clock ?? systemClock;
  const metrics = createMetrics();
  const db = openDatabase(options.databaseUrl, {
    max: connections,
    rowSecurity: config.rowSecurity,
    answered: statementTimes(metrics),
  });
  if (config.rowSecurity) await allowTenantRole(db);
  const secret = await deploymentSecret(config);
  if (config.previousSecret !== null && config.previousSecret !== secret) {
    const values = await reseal(db, config.previousSecret, secret);
    log.info({ values }, 'sealed all secrets with the new PM_SECRET; remove PM_PREVIOUS_SECRET now');
  }
  const storageFormat = await openStorageFormat(db, { alone: config.databaseUrl === null, log });
  const keyRing = new KeyRing(secret);
  await keyRing.load(db);
  const supervisor = createSupervisor({
    log,
    isPassing: isUnavailable,
    giveUp:
      options.fail ??
      ((error) => log.fatal({ err: error }, 'could not restart a part of the process; giving up')),
  });
  supervisor.keep(
    'key_notifications',
    listener(db, RING_CHANGED, () => keyRing.refresh(db)),
  );
  const bootstrapKey = await ensureBootstrapKey(db, config);
  const lastUsed = createLastUsed(db, log);
  const wakeUps: WakeUps = new EventEmitter();
  const sharedWakeUp = openSharedWakeUp(db, wakeUps, supervisor);
  const meter = createMeter(db, clock, log);
  const requestLog = createRequestLog(db, { clock, log, metrics });
  const limiter = await openRateLimiter(config, log);
  const authenticator = createAuthenticator(db, clock, lastUsed.used);
  const web = createPublicWeb({ insecure: config.insecureTargets, dnsServers: config.dnsServers });
  const blobs = openBlobStorage(config);
  const sealer = new Sealer(secret);
  const basicTransport = watched(measured(openBasicTransport(config, db, blobs), metrics), { log });
  const dkimRecord =
    basicTransport.driver === 'smtp' ? await ensureDkimKey({ db, sealer }, config.mailDomain) : null;
  const model = openEmbeddings(config, log);
  const embeddings = model && measuredEmbeddings(model, metrics);
  const sesTransport = config.ses && watched(measured(createSesTransport(config.ses), metrics), { log });
  const relays = measuredRelays(
    createRelays({
      clientName: config.mailDomain,
      resolve: web.resolve,
      insecure: config.insecureTargets,
    }),
    metrics,
  );
  const mailIdentities =
    config.ses && createSesIdentities({ ...config.ses, turn: () => waitForTurn(db, SES_PACE) });
  const domainDns = openDomainDns(config);
  return {
    config,
    db,
    storageFormat,
    clock,
    log,
    keyRing,
    sealer,
    blobs,
    basicTransport,
    sesTransport,
    relays,
    mailIdentities,
    domainDns,
    registry:
      config.rdapUrl === null ? null : createRdap({ web, url: config.rdapUrl, now: () => clock.now() }),
    dnsZones: config.cloudflare && createCloudflareZones(config.cloudflare),
    relayOf: async (name) => {
      const found = await findSendingDomain(db, { tenantId: null, name });
      return found?.relay ? openRelay({ sealer }, found.relay) : null;
    },
    limiter,
    meter,
    requestLog,
    metrics,
    embeddings,
    searchIndex: config.meilisearch && createMeilisearchIndex(config.meilisearch),
    identityProviders: createIdentityProviders(config, clock),
    payments: await openPayments(config, clock),
    web,
    wakeUps,
    supervisor,
    hooks: {
      eventsRecorded: fanOut,
      tenantStatusChanged: followTenantStatus,
      domainReady: activateAddresses,
      domainRemoved: dropPendingAddresses,
      domainForwarding: setForwarding,
      signMail,
      verifyMail,
    },
    authenticate: authenticator.authenticate,
    bootstrapKey,
    dkimRecord,
    close: async () => {
      await sharedWakeUp.close();
      await supervisor.close();
      await embeddings?.close();
      await web.close();
      domainDns.close();
      await limiter.close();
      await basicTransport.close();
      await sesTransport?.close();
      await relays.close();
      await mailIdentities?.close();
      await lastUsed.close();
      await meter.close();
      await requestLog.close();
      storageFormat.close();
      await db.close();
      blobs.close?.();
      await endTraces();
    },
  };
}

/** Loads the packages only if tracing is on. @returns a function that sends the last traces and stops */
async function beginTraces({ tracing, roles }: Config): Promise<() => Promise<void>> {
  if (!tracing) return async () => {};
  const { openTracer } = await import('#adapters/tracing/opentelemetry.ts');
  const tracer = openTracer({ ...tracing, roles, version });
  setTracer(tracer);
  return async () => {
    setTracer(null);
    await tracer.close();
  };
}

/** Stripe's library is a tenth of the files that a start loads, so it is loaded only where it is used. */
async function openPayments({ stripe }: Config, clock: Clock): Promise<Payments | null> {
  if (!stripe) return null;
  const { createStripe } = await import('#adapters/payments/stripe.ts');
  return createStripe(stripe, clock);
}

/** In development, a test's name servers may be on loopback, on the resolver's port. */
function openDomainDns({ dnsServers, insecureTargets }: Config): DomainDns {
  const port = Number(/:(\d+)$/.exec(dnsServers[0] ?? '')?.[1] ?? 53);
  return createDomainDns({
    servers: dnsServers,
    isAllowed: (address) => insecureTargets || isPublicAddress(address),
    portOf: (address) => (insecureTargets && address.startsWith('127.') ? port : 53),
  });
}

function openEmbeddings({ embeddings, dataDir }: Config, log: Logger): Embeddings | null {
  if (embeddings?.kind === 'local')
    return createLocalEmbeddings({ ...embeddings, cacheDir: join(dataDir, 'models'), log });
  return embeddings && createApiEmbeddings(embeddings);
}

/** The driver of the transport `basic` (decisions.md, PM_BASIC_TRANSPORT). */
function openBasicTransport(config: Config, db: Database, blobs: BlobStorage): MailTransport {
  if (config.basicTransport === 'smtp' && config.smtpUrl)
    return createSmtpTransport({ server: config.smtpUrl, clientName: config.mailDomain });
  if (config.basicTransport === 'resend' && config.resend) return createResendTransport(config.resend);
  if (config.basicTransport === 'ses' && config.ses)
    return createSesTransport({ ...config.ses, name: 'basic' });
  return createCaptureTransport({ store: captureStore(db, blobs) });
}
