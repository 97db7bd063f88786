import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createConsoleApi, isConsoleApiPath } from '#api/console/api.ts';
import { belongsToApi, createApi } from '#api/rest/handler.ts';
import { nodeListener } from '#api/rest/node.ts';
import { version } from '#api/rest/version.ts';
import { webHandler } from '#api/rest/web.ts';
import { type Config, ConfigError, loadConfig } from '#kernel/base/config.ts';
import { createLogger, type Logger } from '#kernel/base/log.ts';
import { unusedVariables } from '#kernel/base/unused-variables.ts';
import { startSmtpListener } from '#mail/inbound/index.ts';
import type { DkimRecord } from '#mail/sending/index.ts';
import { endWaits } from '#mailbox/wait/index.ts';
import { createConsoleDoor } from '#server/console-next.ts';
import { revokeBuriedKeys } from '#trust/signing/index.ts';
import { openSetup } from '#workspace/sign-in/index.ts';
import { renderBanner } from './banner.ts';
import { type ConsoleApp, prepareConsole } from './console.ts';
import { type HttpListener, startHttpListener } from './http.ts';
import { createInngestHandler, inngestListener } from './inngest.ts';
import { assertPortFree } from './listener.ts';
import { type Probes, startMetricsListener } from './metrics.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { lockInstance } from './postgres/instance-lock.ts';
import { migrate } from './postgres/migrate.ts';
import { assertSecretFits } from './secret.ts';
import { createServices, type OpenServices } from './services.ts';
import { StartError } from './start-error.ts';
import { startWorker } from './worker.ts';

/** How long running requests, SMTP sessions and jobs may take to finish when the program stops. */
const drainMs = 10_000;

/** How long, in milliseconds, a request waits for the start to finish if another process could handle it. */
const HELD_AT_START = 1_000;

export type StartOptions = {
  /** Runs Next in development mode, with reload. */
  dev: boolean;
  /** Called when the program cannot continue, for example because its database stopped. */
  fail(reason: Error): void;
};

type Closable = { close(): Promise<void> };
type Outside = { http: HttpListener | null; consoleApp: ConsoleApp | null; probes: Probes };

/**
 * Starts everything in PM_ROLES. Opened resources are added to `closers`, whose disposal stops them in the right
 * order: listeners, then running requests and jobs, the pool, Postgres, and the claim on the directory.
 * @returns the banner to show
 * @throws StartError for problems that the operator can fix; nothing stays open except `closers`
 */
export async function start(closers: AsyncDisposableStack, options: StartOptions): Promise<string> {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  for (const line of unusedVariables(process.env, config)) log.warn(line);

  if (config.databaseUrl) await assertSecretFits(config, config.databaseUrl);
  makeDataDirectory(config);
  if (!config.databaseUrl) claimDataDirectory(closers, config);
  const http = config.roles.includes('web') ? await openHttp(closers, config) : null;
  await assertOtherPortsFree(config);
  // In development mode Next takes as long to load as Postgres with its migrations, so they load in parallel.
  const consoleApp = http && prepareConsole(http, { dev: options.dev, host: config.host, log });
  consoleApp?.catch(() => undefined);
  const databaseUrl = config.databaseUrl ?? (await openPostgres(closers, config, log, options.fail));
  if (!config.databaseUrl) await assertSecretFits(config, databaseUrl);
  await migrate(databaseUrl);
  const services = await createServices(config, { databaseUrl, fail: options.fail });
  closers.defer(() => withinTime(services.close()));
  const revoked = await revokeBuriedKeys(services);
  if (revoked > 0)
    log.warn(
      { keys: revoked },
      'revoked signing keys again that the database listed as valid; it was probably restored from a backup',
    );
  const probes: Probes = { isReady: false };
  await openDoors(closers, services, { http, consoleApp: await consoleApp, probes });
  closers.defer(() => announceEnd(config, http, probes));
  return bannerFor(services, http, http && (await openSetup(services)));
}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    throw error instanceof ConfigError ? new StartError(error.lines.join('\n')) : error;
  }
}

/** The directory has blobs, generated secrets and the DKIM record, even with an external database. */
function makeDataDirectory({ dataDir }: Config): void {
  try {
    // Others may pass but not read it: if we are root, Postgres runs under another account in a subdirectory.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `Proofmail cannot write to ${dataDir} (${(error as Error).message}). Check PM_DATA_DIR.`,
    );
  }
}

/** Only with the embedded database. Processes that share an external one may also share a directory. */
function claimDataDirectory(closers: AsyncDisposableStack, { dataDir }: Config): void {
  const lock = lockInstance(dataDir);
  closers.defer(lock.release);
}

async function openHttp(closers: AsyncDisposableStack, config: Config): Promise<HttpListener> {
  const { port, host, databaseUrl } = config;
  // Alone with its embedded database, this process is the only one that could answer.
  const http = await startHttpListener({ port, host, holdFor: databaseUrl ? HELD_AT_START : null });
  closers.defer(() => {
    http.closeConnections();
    return http.close();
  });
  return http;
}

/** These open late, but a port in use should be reported before the database is touched. */
async function assertOtherPortsFree(config: Config): Promise<void> {
  const { smtpPort, smtpHost, metricsPort, host } = config;
  if (config.roles.includes('smtp') && smtpPort !== 0) {
    await assertPortFree({ port: smtpPort, host: smtpHost, variable: 'PM_SMTP_PORT' });
  }
  if (metricsPort !== null) await assertPortFree({ port: metricsPort, host, variable: 'PM_METRICS_PORT' });
}

async function openPostgres(
  closers: AsyncDisposableStack,
  config: Config,
  log: Logger,
  fail: StartOptions['fail'],
): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    size: config.postgresSize,
  });
  closers.defer(postgres.stop);
  void postgres.lost.then((reason) =>
    fail(new Error(`The embedded Postgres stopped unexpectedly: ${reason}`)),
  );
  return postgres.url;
}

/** Opens the public listeners, as the last step. */
async function openDoors(
  closers: AsyncDisposableStack,
  services: OpenServices,
  { http, consoleApp, probes }: Outside,
): Promise<void> {
  const { config } = services;
  const doors: Closable[] = [];
  closers.defer(() => drain(doors, http));
  if (config.roles.includes('worker')) doors.push(await startWorker(services));
  if (config.roles.includes('smtp') && config.smtpPort !== 0) doors.push(await openSmtp(services));
  if (config.metricsPort !== null) {
    const options = { port: config.metricsPort, host: config.host, probes };
    doors.push(await startMetricsListener(services, options));
  }
  if (http && consoleApp) {
    const api = createApi(services);
    // The route files under app/ use the same handler, instead of opening a second pool.
    const inngest = await createInngestHandler(services);
    const consoleApi = createConsoleApi(services);
    Object.assign(globalThis, {
      proofmailApiHandler: Promise.resolve(webHandler(api)),
      proofmailInngestHandler: Promise.resolve(inngest),
      proofmailConsoleDoor: Promise.resolve(createConsoleDoor(services, consoleApi)),
    });
    http.open({
      headers: strictTransport(config),
      api: nodeListener(api),
      inngest: inngestListener(inngest),
      consoleApi: { answers: isConsoleApiPath, listener: nodeListener(consoleApi) },
      console: consoleApp.handle,
      isForApi: (host, path, accept) => belongsToApi(config, host, path, accept),
    });
    doors.push({ close: async () => endWaits(services) }, http, consoleApp);
  }
  probes.isReady = true;
}

/** The first step of a stop: tells load balancers, and keeps working until they have had time to notice. */
async function announceEnd(
  { drainSeconds }: Config,
  http: HttpListener | null,
  probes: Probes,
): Promise<void> {
  probes.isReady = false;
  http?.announceEnd();
  await delay(drainSeconds * 1_000);
}

async function openSmtp(services: OpenServices): Promise<Closable> {
  try {
    return await startSmtpListener(services);
  } catch (error) {
    throw error instanceof ConfigError ? new StartError(error.lines.join('\n')) : error;
  }
}

async function drain(doors: Closable[], http: HttpListener | null): Promise<void> {
  await withinTime(Promise.allSettled(doors.map((door) => door.close())));
  http?.closeConnections();
}

/** Limits the time, so that hanging work cannot keep the process from ending. */
const withinTime = async (work: Promise<unknown>): Promise<void> => {
  await Promise.race([work, delay(drainMs, undefined, { ref: false })]);
};

/** The record is too long for the banner, and the operator copies it into a zone. */
function writeDkimRecord({ dataDir }: Config, { name, text }: DkimRecord): string {
  const path = join(dataDir, 'dkim-record.txt');
  // A string in DNS has at most 255 characters.
  const strings = text.match(/.{1,255}/g)!.map((part) => `"${part}"`);
  writeFileSync(path, `${name}. IN TXT ( ${strings.join(' ')} )\n`);
  return path;
}

function bannerFor(
  { config, bootstrapKey, dkimRecord }: OpenServices,
  http: HttpListener | null,
  setup: string | null,
): string {
  const hasSmtp = config.roles.includes('smtp') && config.smtpPort !== 0;
  return renderBanner({
    version,
    seconds: process.uptime(),
    api: http && config.publicUrl,
    console: http && config.consoleUrl,
    smtp: hasSmtp ? `${config.smtpHost}:${config.smtpPort}` : null,
    mailDomain: config.mailDomain,
    dkim: dkimRecord && { name: dkimRecord.name, path: writeDkimRecord(config, dkimRecord) },
    keyPath: bootstrapKey.path,
    newKey: bootstrapKey.secret,
    setupLink: setup && `${config.consoleUrl}/console/sign-in?setup=${setup}`,
  });
}

/** If the public address is https, browsers never use plain HTTP again (RFC 6797). */
const strictTransport = ({ publicUrl }: Config): Record<string, string> =>
  publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
