import { Resolver } from 'node:dns/promises';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticate } from 'mailauth';
import { z } from 'zod';
import { createApiHandler } from '#api/rest/web.ts';
import { loadConfig } from '#kernel/base/config.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { migrate } from '#server/postgres/migrate.ts';
import { createServices, type OpenServices } from '#server/services.ts';
import { startWorker } from '#server/worker.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { publishRecords } from '#testing/domains.ts';
import { type SinkMessage, type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';
import type { Screen } from './screen.ts';
import { DemoError, shellQuote } from './target.ts';

// `npm run demo -- --domain`: a customer's domain from its creation to the first mail that a receiver finds signed and
// aligned. Everything runs on this machine: an instance of its own, a DNS server and a receiving mail server.

const MAIL_DOMAIN = 'mail.agents.example';
const DOMAIN = 'acme.example';

const tenantSchema = z.object({ id: z.string() });
const identitySchema = z.object({ id: z.string(), primary_address: z.string() });
const recordSchema = z.object({
  purpose: z.string(),
  type: z.enum(['TXT', 'MX', 'CNAME']),
  name: z.string(),
  value: z.string(),
  priority: z.number().nullable(),
  status: z.string(),
});
const domainSchema = z.object({ id: z.string(), status: z.string(), records: z.array(recordSchema) });
const addressSchema = z.object({ address: z.string(), status: z.string() });
const addressesSchema = z.object({ data: z.array(addressSchema) });
const messageSchema = z.object({ id: z.string(), from: z.object({ address: z.string() }) });
const errorSchema = z.object({ error: z.object({ code: z.string() }) });

type Stage = { screen: Screen; services: OpenServices; dns: DnsServer; sink: SmtpSink };

/** The result of a receiver's checks of a message. */
export type Findings = { dkim: string; spf: string; dmarc: string };

/**
 * Runs the demo. A database may be given; otherwise the demo starts one and removes it at the end.
 * @throws DemoError when a step does not do what it says
 */
export async function playDomain(screen: Screen, databaseUrl?: string): Promise<Findings> {
  await using stack = new AsyncDisposableStack();
  const dns = stack.adopt(await startDnsServer(), (server) => server.close());
  const sink = stack.adopt(await startSmtpSink(), (server) => server.close());
  screen.title("Proofmail: a customer's domain, from its creation to the first aligned mail", [
    ['DNS', `${dns.address}, on this machine`],
    ['Receiving mail server', sink.url],
  ]);
  const services = await openInstance(stack, dns, sink, databaseUrl);
  return await play({ screen, services, dns, sink });
}

async function openInstance(
  stack: AsyncDisposableStack,
  dns: DnsServer,
  sink: SmtpSink,
  databaseUrl: string | undefined,
): Promise<OpenServices> {
  const base = mkdtempSync(join(tmpdir(), 'proofmail-demo-'));
  stack.defer(() => rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const dataDir = join(base, 'data');
  // As root, Postgres runs as another account that has to pass through.
  mkdirSync(dataDir, { mode: 0o711 });
  const url = databaseUrl ?? (await ownDatabase(stack, dataDir));
  const config = loadConfig({
    PM_DATA_DIR: dataDir,
    PM_LOG_LEVEL: 'silent',
    PM_MAIL_DOMAIN: MAIL_DOMAIN,
    PM_DNS_SERVERS: dns.address,
    PM_BASIC_TRANSPORT: 'smtp',
    PM_SMTP_URL: sink.url,
  });
  const services = await createServices(config, { databaseUrl: url });
  stack.defer(() => services.close());
  const worker = await startWorker(services);
  stack.defer(() => worker.close());
  return services;
}

async function ownDatabase(stack: AsyncDisposableStack, dataDir: string): Promise<string> {
  const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  stack.defer(() => postgres.stop());
  await migrate(postgres.url);
  return postgres.url;
}

async function play(stage: Stage): Promise<Findings> {
  const { screen, dns, sink } = stage;
  const call = caller(stage);
  // The record that the operator of the deployment publishes once: the servers that send for it.
  dns.records[MAIL_DOMAIN] = {
    TXT: ['v=spf1 ip4:127.0.0.1 -all'],
    MX: [{ exchange: MAIL_DOMAIN, priority: 10 }],
  };

  screen.step('An agent of a customer', 'It has an address of the deployment already, which stays for ever.');
  const tenant = await call('POST', '/v1/tenants', 201, tenantSchema, {
    slug: 'acme',
    name: 'Acme',
    mode: 'live',
  });
  const identity = await call('POST', `/v1/tenants/${tenant.id}/identities`, 201, identitySchema, {
    username: 'sales',
    owner: { name: 'Ada', email: 'ada@acme.example' },
  });
  screen.answer('201', [['primary_address', identity.primary_address]]);

  screen.step(`Add ${DOMAIN}`, 'The answer names every DNS record that the customer adds.');
  const domain = await call('POST', `/v1/tenants/${tenant.id}/domains`, 201, domainSchema, {
    domain: DOMAIN,
    method: 'records',
  });
  screen.answer(`201, ${domain.status}`, domain.records.map(rowOf));

  screen.step(
    'An address on it',
    'It waits until the domain works. Nothing goes out from an unproven domain.',
  );
  const addresses = `/v1/identities/${identity.id}/addresses`;
  const address = await call('POST', addresses, 201, addressSchema, {
    local_part: 'sales',
    domain_id: domain.id,
  });
  screen.answer(`201, ${address.status}`, [['address', address.address]]);
  const mail = {
    from_address: address.address,
    to: ['bob@receiver.example'],
    subject: 'Your order',
    text: 'It is on its way.',
  };
  const messages = `/v1/identities/${identity.id}/messages`;
  const refused = await call('POST', messages, 409, errorSchema, mail, 'too-early');
  screen.answer('409', [['code', refused.error.code]]);

  screen.step('Publish the records', 'On the DNS server of this demo, as the customer does at its DNS host.');
  publishRecords(dns.records, domain.records);
  screen.step('Check now', 'Each record is looked up. The domain becomes healthy, and its addresses active.');
  const verified = await call('POST', `/v1/domains/${domain.id}/verify`, 200, domainSchema, {});
  expectThat(verified.status === 'healthy', `the domain is ${verified.status}`);
  screen.answer(
    `200, ${verified.status}`,
    verified.records.map(({ name, status }) => [name, status]),
  );
  const { data } = await call('GET', addresses, 200, addressesSchema);
  const active = data.find((row) => row.address === address.address);
  expectThat(active?.status === 'active', `the address is ${active?.status}`);

  screen.step('Send', 'Signed with the key of the domain, and with a return path of its own.');
  const sent = await call('POST', messages, 202, messageSchema, mail, 'first-mail');
  screen.answer('202', [['from', sent.from.address]]);
  const [received] = await sink.waitFor(1, 30_000);
  const findings = await check(received!, dns);
  screen.step('What the receiver finds', 'Checked with mailauth, against the DNS server of this demo.');
  screen.answer('received', [['MAIL FROM', received!.from], ...Object.entries(findings)]);
  expectThat(findings.dkim === `pass (${DOMAIN})`, `DKIM says ${findings.dkim}`);
  expectThat(findings.spf.startsWith('pass'), `SPF says ${findings.spf}`);
  expectThat(findings.dmarc === 'pass', `DMARC says ${findings.dmarc}`);
  screen.end(
    `Done: ${DOMAIN} sends signed and aligned mail. docs/domains.md says how to add a domain of your own.`,
  );
  return findings;
}

const rowOf = ({ purpose, type, name, value }: z.output<typeof recordSchema>): [string, string] => [
  purpose,
  `${name} ${type} ${value.length > 60 ? `${value.slice(0, 57)}...` : value}`,
];

type Method = 'GET' | 'POST';
type Call = <T>(
  method: Method,
  path: string,
  status: number,
  answer: z.ZodType<T>,
  body?: object,
  idempotencyKey?: string,
) => Promise<T>;

/** Calls the API, and shows each call as curl would make it. */
function caller({ screen, services }: Stage): Call {
  const handle = createApiHandler(services);
  return async (method, path, status, schema, body, idempotencyKey) => {
    const json = body === undefined ? [] : [`--json ${shellQuote(JSON.stringify(body))}`];
    const key = idempotencyKey === undefined ? [] : [`-H "Idempotency-Key: ${idempotencyKey}"`];
    screen.command(['curl', `"$API${path}"`, '-H "$AUTH"', ...key, ...json]);
    const request = new Request(`http://localhost:3000${path}`, {
      method,
      headers: {
        authorization: `Bearer ${services.bootstrapKey.secret}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await handle(request);
    const text = await answer.text();
    expectThat(
      answer.status === status,
      `${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`,
    );
    return schema.parse(JSON.parse(text));
  };
}

/** The checks of a receiving server, whose client is this machine. */
async function check({ raw, from }: SinkMessage, dns: DnsServer): Promise<Findings> {
  const resolver = new Resolver();
  resolver.setServers([dns.address]);
  const { dkim, spf, dmarc } = await authenticate(raw, {
    ip: '127.0.0.1',
    helo: MAIL_DOMAIN,
    sender: from,
    mta: 'receiver.example',
    resolver: (name: string, type: string) => resolver.resolve(name, type),
    trustReceived: false,
  } as never);
  const [signature] = dkim.results;
  return {
    dkim: signature ? `${signature.status.result} (${signature.signingDomain})` : 'none',
    spf: spf ? `${spf.status.result} (${spf.domain})` : 'none',
    dmarc: dmarc ? dmarc.status.result : 'none',
  };
}

function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new DemoError(`This did not go as it should: ${otherwise}.`);
}
