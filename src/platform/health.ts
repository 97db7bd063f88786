import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type HandoversState, measureHandovers, measureJobs } from '#jobs/index.ts';
import { type Backlog, MOST_COUNTED } from '#kernel/base/backlog.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { ProviderAccount } from '#kernel/ports/mail-identities.ts';
import { measureReceipts } from '#mail/spool/index.ts';
import { measureMirror, measurePending } from '#search/index.ts';
import { accountTrouble, providerAccount } from '#workspace/domains/index.ts';
import { measureDeliveries } from '#workspace/webhooks/index.ts';
import { readDatabase } from './repository.ts';

export const componentSchema = z
  .object({
    name: z.string().meta({ examples: ['database'] }),
    status: z.enum(['ok', 'degraded', 'down', 'off']),
    detail: z.string().meta({ description: 'One sentence for people.' }),
    ms: z.int().meta({ description: 'How long the check took, in milliseconds.' }),
  })
  .meta({ id: 'ComponentHealth' });

type Finding = Pick<z.input<typeof componentSchema>, 'status' | 'detail'>;
type Look = (services: Services) => Promise<Finding> | Finding;

/** A component that does not answer within this time, in milliseconds, is down. */
const PATIENCE = 1_800;
/** How long, in milliseconds, the check of the transport may take. */
const CHECK_PATIENCE = 1_000;
/** Work that waits longer than this, in milliseconds, counts as late. */
const WAITS_LONG = 60_000;

const ok = (detail: string): Finding => ({ status: 'ok', detail });
const off = (detail: string): Finding => ({ status: 'off', detail });

/** Every component, in the order of the health page. */
const looks = {
  database: async ({ db }) => {
    const finding = await db.check();
    if (finding.state !== 'ok') return { status: finding.state, detail: finding.reason };
    const { version, bytes, connections } = await readDatabase(db);
    const size = Math.ceil(bytes / 1024 ** 2);
    return ok(`Postgres ${version}, ${size} MB, ${connections} connections.`);
  },
  parts: ({ supervisor }) => {
    const states = supervisor.states();
    const troubled = states.filter(({ state }) => state === 'failing' || state === 'restarting');
    const restarts = states.reduce((sum, part) => sum + part.restarts, 0);
    if (troubled.length === 0)
      return ok(`${states.length} parts are running in this process; there were ${restarts} restarts.`);
    const details = troubled.map(({ name, state, error }) => `${name} is ${state} (${error})`);
    return { status: 'degraded', detail: `${details.join('; ')}. ${restarts} restarts.` };
  },
  blob_storage: async ({ blobs }) => {
    const key = `health/${newUlid()}`;
    await blobs.put(key, Buffer.from('well'));
    await blobs.delete(key);
    return ok('Files can be written and deleted.');
  },
  smtp_listener: async ({ config }) => {
    if (config.smtpPort === 0) return off('It is switched off by PM_SMTP_PORT=0.');
    if (!config.roles.includes('smtp')) return off('Another process runs the SMTP listener.');
    const host = /^(0\.0\.0\.0|::|\[::\])$/.test(config.smtpHost) ? '127.0.0.1' : config.smtpHost;
    const greeting = await greetingOf(host, config.smtpPort);
    return greeting.startsWith('220')
      ? ok(`It responds on port ${config.smtpPort}.`)
      : { status: 'degraded', detail: `Port ${config.smtpPort} responds: ${greeting.slice(0, 100)}` };
  },
  incoming_mail: async ({ db, clock }) => queueFinding(await measureReceipts(db), 'received', clock.now()),
  jobs: async ({ db, clock, config }) => {
    const { workers, running, ...backlog } = await measureJobs(db);
    const finding = queueFinding(backlog, 'due', clock.now());
    if (config.jobs === 'inngest') return handoversFinding(finding, await measureHandovers(db));
    if (workers === 0) return { status: 'down', detail: `No worker is running. ${finding.detail}` };
    return { ...finding, detail: `Workers: ${workers}. Running jobs: ${running}. ${finding.detail}` };
  },
  outgoing_mail: async (services) => {
    const { basicTransport, sesTransport } = services;
    // A server may be slow to greet. In that case the result of the last check is used.
    await Promise.race([basicTransport.check?.(), delay(CHECK_PATIENCE, null, { ref: false })]);
    const lacking = [basicTransport, sesTransport].flatMap((transport) => {
      const reason = transport?.lacks?.();
      return transport && reason ? [`${transport.driver}: ${reason}`] : [];
    });
    if (lacking.length > 0)
      return { status: 'degraded', detail: `Mail is waiting and will be retried. ${lacking.join(' ')}` };
    const account = await providerAccount(services);
    const trouble = account && accountTrouble(account);
    if (trouble) return { status: 'degraded', detail: trouble.text };
    const ses = sesTransport ? ` Amazon SES is also set up${quotaOf(account)}.` : '';
    if (basicTransport.driver === 'capture')
      return ok(`Mail is captured and does not leave this machine.${ses}`);
    return ok(`Mail is sent with the driver ${basicTransport.driver}.${ses}`);
  },
  webhooks: async ({ db, clock }) => {
    const now = clock.now();
    return queueFinding(await measureDeliveries(db, now), 'due', now);
  },
  search_index: async ({ db, clock }) => queueFinding(await measurePending(db), 'to index', clock.now()),
  meilisearch: async ({ db, clock, searchIndex }) => {
    if (!searchIndex) return off('Postgres answers searches. Set MEILISEARCH_URL to use Meilisearch.');
    const { uid, complete, ...backlog } = await measureMirror(db);
    const madeAt = uid && (await searchIndex.madeAt(uid));
    if (!madeAt || !complete)
      return {
        status: 'degraded',
        detail: 'The index is being built. Postgres answers searches until it is complete.',
      };
    return queueFinding(backlog, 'to send', clock.now());
  },
  embeddings: ({ config, embeddings }) => {
    if (!config.embeddings || !embeddings)
      return off('Set PM_EMBEDDINGS_URL or PM_EMBEDDINGS=local for semantic search.');
    const lacks = embeddings.lacks();
    if (lacks !== null) return { status: 'degraded', detail: `Searches use words only: ${lacks}` };
    return ok(
      `The model ${config.embeddings.model} runs ${config.embeddings.kind === 'local' ? 'in this process' : 'behind an API'}.`,
    );
  },
  model: ({ config }) =>
    config.llm
      ? ok(`The model is ${config.llm.model}.`)
      : off('The built-in reader is used. Set PM_LLM_URL to use a model.'),
  rate_limits: ({ config }) =>
    ok(
      config.redisUrl ? 'All processes share the counters through Redis.' : 'Each process counts on its own.',
    ),
} satisfies Record<string, Look>;

export type ComponentName = keyof typeof looks;

/** Checks all components concurrently. Never throws: a component that fails is down. */
export const lookAtComponents = (services: Services): Promise<z.input<typeof componentSchema>[]> =>
  Promise.all(Object.entries(looks).map(([name, look]) => lookAt(services, name, look)));

async function lookAt(services: Services, name: string, look: Look) {
  const begun = performance.now();
  const finding = await withinPatience(async () => look(services)).catch((error: unknown): Finding => {
    services.log.warn({ err: error, component: name }, 'the health check of a component failed');
    return {
      status: 'down',
      detail:
        error instanceof NoAnswer ? error.message : 'The check failed. The server log contains the error.',
    };
  });
  return { name, ...finding, ms: Math.round(performance.now() - begun) };
}

class NoAnswer extends Error {}

async function withinPatience<T>(work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new NoAnswer(`It did not respond within ${PATIENCE / 1000} s.`)),
    PATIENCE,
  );
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function queueFinding({ waiting, oldest_at }: Backlog, what: string, now: Date): Finding {
  if (waiting === 0 || oldest_at === null) return ok('Nothing is waiting.');
  const waited = Math.max(0, now.getTime() - new Date(oldest_at).getTime());
  const many = waiting >= MOST_COUNTED ? `${MOST_COUNTED} or more` : waiting;
  const detail = `${many} ${what}, the oldest for ${Math.round(waited / 1000)} s.`;
  return { status: waited > WAITS_LONG ? 'degraded' : 'ok', detail };
}

function handoversFinding(finding: Finding, { open, repeated }: HandoversState): Finding {
  const detail = `Submitted to Inngest: ${open}. Submitted again because no report came: ${repeated}. ${finding.detail}`;
  return { status: repeated > 0 ? 'degraded' : finding.status, detail };
}

/** The first line that a server sends. @throws Error if there is none */
const greetingOf = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ host, port });
    socket.setTimeout(PATIENCE, () => socket.destroy(new NoAnswer(`Port ${port} does not respond.`)));
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(data.toString('latin1').split('\r\n', 1)[0]!);
      socket.end('QUIT\r\n');
    });
  });

/** The sending quota at Amazon SES, if known. */
const quotaOf = (account: ProviderAccount | null): string =>
  account ? ` and has sent ${account.quota.used} of ${account.quota.perDay} messages in 24 hours` : '';
