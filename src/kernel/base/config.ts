import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import {
  contradictionsOutside,
  type OutsideConfig,
  outsideOf,
  probeVariables,
  retentionVariables,
  storageVariables,
  tracingVariables,
} from './config-outside.ts';
import {
  contradictionsInProviders,
  type ProviderConfig,
  providersIn,
  providerVariables,
} from './identity-providers.ts';
import { billingIn, type StripeConfig, stripeIn, stripeVariables } from './stripe-config.ts';

/** The environment is invalid. `lines` has one sentence for each wrong variable. */
export class ConfigError extends Error {
  readonly lines: string[];
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

export const roles = ['web', 'smtp', 'worker'] as const;
export type Role = (typeof roles)[number];

const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535);
const flag = z.stringbool({ error: 'must be on or off' }).default(false);
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((url) => url.replace(/\/+$/, ''));
const domainName = z
  .string()
  .toLowerCase()
  .max(190)
  .regex(
    /^(?=.{1,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be a domain name',
  );
const ipPort = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F:]+\]|[0-9a-fA-F:]+)(:\d{1,5})?$/;
const list = (item: RegExp, error: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((parts) => parts.every((part) => item.test(part)), error);

/** All environment variables (decisions.md, Environment). They are read once, at the start. */
const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PM_PUBLIC_URL: httpUrl.optional(),
  PM_CONSOLE_URL: httpUrl.optional(),
  PM_TRUSTED_PROXIES: z.coerce.number({ error: 'must be a number' }).int().min(0).max(10).default(0),
  PM_DATA_DIR: z.string().default('.data'),
  PM_POSTGRES_SIZE: z.enum(['small', 'large'], 'must be small or large').default('small'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must be a redis:// or rediss:// URL')
    .optional(),
  PM_MAIL_DOMAIN: domainName.default('mail.localhost'),
  PM_SMTP_PORT: port.default(2525),
  PM_SMTP_HOST: z.string().default('127.0.0.1'),
  PM_TLS_CERT: z.string().optional(),
  PM_TLS_KEY: z.string().optional(),
  PM_SNS_TOPICS: list(
    /^arn:aws[\w-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}(\.fifo)?$/,
    'must be a comma-separated list of SNS topic ARNs',
  ).default([]),
  ...storageVariables,
  ...tracingVariables,
  ...retentionVariables,
  ...probeVariables,
  PM_BOOTSTRAP_KEY: z
    .string()
    .regex(
      /^pmk_(live|test)_[A-Za-z0-9_-]{32,200}$/,
      'must be pmk_live_ followed by at least 32 letters and digits',
    )
    .optional(),
  PM_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  PM_PREVIOUS_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  PM_DNS_SERVERS: list(ipPort, 'must be a comma-separated list of ip[:port]').optional(),
  PM_BASIC_TRANSPORT: z
    .enum(['capture', 'smtp', 'resend', 'ses'], 'must be capture, smtp, resend or ses')
    .default('capture'),
  PM_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// URL')
    .optional(),
  PM_WEB_BOT_AUTH: flag,
  ...stripeVariables,
  PM_OAUTH: z.stringbool({ error: 'must be on or off' }).default(true),
  PM_RLS: z.stringbool({ error: 'must be on or off' }).default(false),
  PM_WEB_BOT_AUTH_FORM: z
    .enum(['dictionary', 'string'], 'must be dictionary or string')
    .default('dictionary'),
  RESEND_API_KEY: z.string().max(1_000).optional(),
  PM_RESEND_URL: httpUrl.default('https://api.resend.com'),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(/^(whsec_)?[A-Za-z0-9+/]+={0,2}$/, 'must be whsec_ and base64')
    .optional(),
  PM_SES_ENDPOINT: httpUrl.optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{3,32}$/, 'must be a region such as eu-west-1')
    .optional(),
  CF_API_TOKEN: z.string().max(1_000).optional(),
  PM_CF_URL: httpUrl.optional(),
  PM_RDAP_URL: z.union([z.literal('off'), httpUrl], 'must be off or an http or https URL').optional(),
  PM_QUARANTINE_KEY_RELEASE: flag,
  PM_RSPAMD_URL: httpUrl.optional(),
  PM_LLM_URL: httpUrl.optional(),
  PM_LLM_MODEL: z.string().max(200).optional(),
  PM_LLM_KEY: z.string().max(1_000).optional(),
  PM_EMBEDDINGS: z.enum(['api', 'local', 'off'], 'must be api, local or off').optional(),
  PM_EMBEDDINGS_PATH: z.string().max(1_000).optional(),
  PM_EMBEDDINGS_URL: httpUrl.optional(),
  PM_EMBEDDINGS_MODEL: z.string().max(200).optional(),
  PM_EMBEDDINGS_KEY: z.string().max(1_000).optional(),
  MEILISEARCH_URL: httpUrl.optional(),
  MEILISEARCH_API_KEY: z.string().max(1_000).optional(),
  PM_JOBS: z.enum(['embedded', 'inngest'], 'must be embedded or inngest').default('embedded'),
  INNGEST_EVENT_KEY: z.string().max(1_000).optional(),
  INNGEST_SIGNING_KEY: z.string().max(1_000).optional(),
  INNGEST_SIGNING_KEY_FALLBACK: z.string().max(1_000).optional(),
  INNGEST_BASE_URL: httpUrl.optional(),
  INNGEST_DEV: z
    .union([z.stringbool(), httpUrl], 'must be on, off or the URL of the dev server')
    .default(false),
  INNGEST_ENV: z.string().max(200).optional(),
  ...providerVariables,
  PM_INSECURE_TARGETS: flag,
  PM_METRICS_PORT: port.optional(),
  PM_ROLES: list(/^(web|smtp|worker)$/, 'must be a comma-separated list of web, smtp and worker').default([
    'web',
    'smtp',
    'worker',
  ]),
  PM_LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be a pino level such as info or debug',
    )
    .default('info'),
});

export type Config = OutsideConfig &
  ProviderConfig & {
    port: number;
    host: string;
    publicUrl: string;
    consoleUrl: string;
    /** The number of trusted proxies that append to X-Forwarded-For; 0 ignores the header. */
    trustedProxies: number;
    dataDir: string;
    /** The memory profile of the embedded Postgres. */
    postgresSize: 'small' | 'large';
    databaseUrl: string | null;
    /** The Redis in which the processes share their rate limits; null makes each process count alone. */
    redisUrl: string | null;
    mailDomain: string;
    smtpPort: number;
    smtpHost: string;
    /** PEM files for STARTTLS; null generates a self-signed certificate. */
    tlsFiles: { cert: string; key: string } | null;
    /** The SNS topics whose notifications we accept; when empty, we accept none. */
    snsTopics: string[];
    bootstrapKey: string | null;
    secret: string | null;
    /** The secret that `secret` replaces. Everything that is sealed with it is sealed again at the start. */
    previousSecret: string | null;
    dnsServers: string[];
    basicTransport: 'capture' | 'smtp' | 'resend' | 'ses';
    smtpUrl: string | null;
    resend: { apiKey: string; url: string } | null;
    /** The secret that signs Resend's webhooks; null refuses them all. */
    resendWebhookSecret: string | null;
    /** Amazon SES; null makes the transport `ses` unavailable. */
    ses: { region: string; endpoint: string | null } | null;
    /** Cloudflare, where customers' zones are created; null makes the method `nameservers` unavailable. */
    cloudflare: { url: string; token: string } | null;
    /** URL of the list of RDAP servers, which know where and when a domain was registered; null turns these queries off. */
    rdapUrl: string | null;
    /** Whether tenants are metered by plans. */
    billing: boolean;
    /** The Stripe account through which tenants pay; null means that nothing is sold. */
    stripe: StripeConfig | null;
    /** Whether applications can connect by OAuth. */
    oauth: boolean;
    rowSecurity: boolean;
    /** Whether identities may sign HTTP requests. Their tenant's policy must allow it too. */
    webBotAuth: boolean;
    /**
     * The form of the Signature-Agent header: a dictionary as in the current draft of Web Bot Auth, or a string as before.
     */
    webBotAuthForm: 'dictionary' | 'string';
    /** Whether API keys may release quarantined mail where the tenant's policy does not say (spec 4.6). */
    quarantineKeyRelease: boolean;
    /** An rspamd server that rates incoming mail; null leaves this to the built-in reader and rules. */
    rspamdUrl: string | null;
    /** An OpenAI-compatible chat API for triage and answers; null leaves them to the built-in reader. */
    llm: { url: string; model: string; key: string | null } | null;
    /** An OpenAI-compatible embeddings API, or a model in this process; null means keyword search only. */
    embeddings:
      | { kind: 'api'; url: string; model: string; key: string | null }
      | { kind: 'local'; model: string; path: string | null }
      | null;
    /** A Meilisearch server for mail search; null searches in Postgres only. */
    meilisearch: { url: string; key: string | null } | null;
    /** The job engine: this program's own workers, or Inngest, which calls `/api/inngest`. */
    jobs: 'embedded' | 'inngest';
    inngest: {
      eventKey: string | null;
      signingKey: string | null;
      signingKeyFallback: string | null;
      /** The address of a self-hosted Inngest server. */
      baseUrl: string | null;
      /** Inngest's development server, which uses neither keys nor signatures. */
      dev: boolean;
      env: string | null;
    };
    insecureTargets: boolean;
    metricsPort: number | null;
    roles: Role[];
    logLevel: string;
    production: boolean;
  };

const CLOUDFLARE_API = 'https://api.cloudflare.com/client/v4';
/** The list of RDAP servers that IANA publishes (RFC 9224). */
const RDAP_SERVERS = 'https://data.iana.org/rdap/dns.json';

/** Reads and checks the environment. An empty value counts as unset. @throws ConfigError */
export function loadConfig(source: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
  }
  const config = toConfig(parsed.data);
  const contradictions = contradictionsIn(config);
  if ((parsed.data.PM_LLM_URL === undefined) !== (parsed.data.PM_LLM_MODEL === undefined))
    contradictions.push('PM_LLM_URL and PM_LLM_MODEL must be set together.');
  contradictions.push(...contradictionsInEmbeddings(parsed.data), ...contradictionsOutside(parsed.data));
  if ((parsed.data.PM_TLS_CERT === undefined) !== (parsed.data.PM_TLS_KEY === undefined))
    contradictions.push('PM_TLS_CERT and PM_TLS_KEY must be set together.');
  contradictions.push(...contradictionsInProviders(parsed.data));
  if (contradictions.length > 0) throw new ConfigError(contradictions);
  return config;
}

/** Names of all variables that this version knows. */
export const knownVariables: ReadonlySet<string> = new Set(Object.keys(environment.shape));

function toConfig(env: z.output<typeof environment>): Config {
  const publicUrl = env.PM_PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    ...outsideOf(env),
    ...providersIn(env),
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    consoleUrl: env.PM_CONSOLE_URL ?? publicUrl,
    trustedProxies: env.PM_TRUSTED_PROXIES,
    dataDir: resolve(env.PM_DATA_DIR),
    postgresSize: env.PM_POSTGRES_SIZE,
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    mailDomain: env.PM_MAIL_DOMAIN,
    smtpPort: env.PM_SMTP_PORT,
    smtpHost: env.PM_SMTP_HOST,
    tlsFiles:
      env.PM_TLS_CERT && env.PM_TLS_KEY
        ? { cert: resolve(env.PM_TLS_CERT), key: resolve(env.PM_TLS_KEY) }
        : null,
    snsTopics: env.PM_SNS_TOPICS,
    bootstrapKey: env.PM_BOOTSTRAP_KEY ?? null,
    secret: env.PM_SECRET ?? null,
    previousSecret: env.PM_PREVIOUS_SECRET ?? null,
    dnsServers: env.PM_DNS_SERVERS ?? [],
    basicTransport: env.PM_BASIC_TRANSPORT,
    smtpUrl: env.PM_SMTP_URL ?? null,
    resend: env.RESEND_API_KEY ? { apiKey: env.RESEND_API_KEY, url: env.PM_RESEND_URL } : null,
    resendWebhookSecret: env.RESEND_WEBHOOK_SECRET ?? null,
    ses: env.AWS_REGION ? { region: env.AWS_REGION, endpoint: env.PM_SES_ENDPOINT ?? null } : null,
    cloudflare: env.CF_API_TOKEN ? { url: env.PM_CF_URL ?? CLOUDFLARE_API, token: env.CF_API_TOKEN } : null,
    rdapUrl: env.PM_RDAP_URL === 'off' ? null : (env.PM_RDAP_URL ?? RDAP_SERVERS),
    billing: billingIn(env),
    stripe: stripeIn(env),
    oauth: env.PM_OAUTH,
    rowSecurity: env.PM_RLS,
    webBotAuth: env.PM_WEB_BOT_AUTH,
    webBotAuthForm: env.PM_WEB_BOT_AUTH_FORM,
    quarantineKeyRelease: env.PM_QUARANTINE_KEY_RELEASE,
    rspamdUrl: env.PM_RSPAMD_URL ?? null,
    llm:
      env.PM_LLM_URL && env.PM_LLM_MODEL
        ? { url: env.PM_LLM_URL, model: env.PM_LLM_MODEL, key: env.PM_LLM_KEY ?? null }
        : null,
    jobs: env.PM_JOBS,
    inngest: inngestOf(env),
    embeddings: embeddingsIn(env),
    meilisearch: env.MEILISEARCH_URL
      ? { url: env.MEILISEARCH_URL, key: env.MEILISEARCH_API_KEY ?? null }
      : null,
    insecureTargets: env.PM_INSECURE_TARGETS,
    metricsPort: env.PM_METRICS_PORT ?? null,
    roles: env.PM_ROLES as Role[],
    logLevel: env.PM_LOG_LEVEL,
    production: env.NODE_ENV === 'production',
  };
}

const inngestOf = (env: z.output<typeof environment>): Config['inngest'] => ({
  eventKey: env.INNGEST_EVENT_KEY ?? null,
  signingKey: env.INNGEST_SIGNING_KEY ?? null,
  signingKeyFallback: env.INNGEST_SIGNING_KEY_FALLBACK ?? null,
  baseUrl: env.INNGEST_BASE_URL ?? (typeof env.INNGEST_DEV === 'string' ? env.INNGEST_DEV : null),
  dev: env.INNGEST_DEV !== false,
  env: env.INNGEST_ENV ?? null,
});

/** A small model that covers fifty languages and compares sentences well. */
const LOCAL_MODEL = 'Xenova/paraphrase-multilingual-MiniLM-L12-v2';

function embeddingsIn(env: z.output<typeof environment>): Config['embeddings'] {
  const { PM_EMBEDDINGS: kind, PM_EMBEDDINGS_URL: url, PM_EMBEDDINGS_MODEL: model } = env;
  if (kind === 'local') {
    const path = env.PM_EMBEDDINGS_PATH ? resolve(env.PM_EMBEDDINGS_PATH) : null;
    const isItself = path !== null && existsSync(join(path, 'config.json'));
    return { kind, model: model ?? (isItself ? basename(path) : LOCAL_MODEL), path };
  }
  if (kind === 'off' || !url || !model) return null;
  return { kind: 'api', url, model, key: env.PM_EMBEDDINGS_KEY ?? null };
}

function contradictionsInEmbeddings(env: z.output<typeof environment>): string[] {
  const { PM_EMBEDDINGS: kind, PM_EMBEDDINGS_URL: url, PM_EMBEDDINGS_MODEL: model } = env;
  if (kind === 'api' && (!url || !model))
    return ['PM_EMBEDDINGS_URL and PM_EMBEDDINGS_MODEL must be set when PM_EMBEDDINGS is api.'];
  if (kind === undefined && (url === undefined) !== (model === undefined))
    return ['PM_EMBEDDINGS_URL and PM_EMBEDDINGS_MODEL must be set together.'];
  return [];
}

function contradictionsIn(config: Config): string[] {
  const lines: string[] = [];
  if (config.roles.length === 0) lines.push('PM_ROLES must name at least one of web, smtp and worker.');
  if (config.basicTransport === 'smtp' && !config.smtpUrl)
    lines.push('PM_SMTP_URL must be set when PM_BASIC_TRANSPORT is smtp.');
  if (config.basicTransport === 'resend' && !config.resend)
    lines.push('RESEND_API_KEY must be set when PM_BASIC_TRANSPORT is resend.');
  if (config.basicTransport === 'ses' && !config.ses)
    lines.push('AWS_REGION must be set when PM_BASIC_TRANSPORT is ses.');
  const { dev, eventKey, signingKey } = config.inngest;
  if (config.jobs === 'inngest' && !dev && (!eventKey || !signingKey))
    lines.push(
      'INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY must be set when PM_JOBS is inngest without INNGEST_DEV.',
    );
  if (config.jobs === 'inngest' && dev && config.production && config.publicUrl.startsWith('https:'))
    lines.push(
      'INNGEST_DEV must be off in production with an https PM_PUBLIC_URL, because it accepts unsigned requests.',
    );
  if (config.insecureTargets && config.production && config.publicUrl.startsWith('https:'))
    lines.push('PM_INSECURE_TARGETS must be off in production with an https PM_PUBLIC_URL.');
  return lines;
}

/** The file that holds the generated platform key (decisions.md, PM_BOOTSTRAP_KEY). */
export const platformKeyPath = (config: Config): string => join(config.dataDir, 'platform-key');
