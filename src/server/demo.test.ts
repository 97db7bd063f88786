import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';

// Issue 2, "The two commands": `npm run demo` against the program as started by `npm start`, both as processes.

type Result = { code: number | null; stdout: string; stderr: string };

const root = resolve(import.meta.dirname, '../..');
const demoScript = join(root, 'scripts/demo.mjs');
// A first start builds the console.
const START_PATIENCE = 300_000;

let base: string;
let dns: DnsServer;
let product: ChildProcess;
let env: Record<string, string>;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'proofmail-demo-'));
  dns = await startDnsServer({});
  env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? base,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    PORT: String(await freePort()),
    PM_SMTP_PORT: String(await freePort()),
    PM_DATA_DIR: join(base, 'data'),
  };
  product = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, NODE_ENV: 'production', PM_DNS_SERVERS: dns.address, PM_LOG_LEVEL: 'error' },
  });
  let said = '';
  await new Promise<void>((ready, fail) => {
    product.stdout!.on('data', (chunk) => {
      said += chunk;
      if (/ready in/.test(said)) ready();
    });
    product.once('exit', (code) => fail(new Error(`The program ended with ${code}: ${said}`)));
  });
}, START_PATIENCE);

afterAll(async () => {
  if (product && product.exitCode === null) {
    product.kill('SIGTERM');
    await once(product, 'exit');
  }
  await dns?.close();
  rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

async function run(command: string, args: string[], more: Record<string, string> = {}): Promise<Result> {
  const child = spawn(command, args, {
    cwd: root,
    env: { NODE_ENV: 'production', ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

const npmRunDemo = (): Promise<Result> => run('npm', ['run', '--silent', 'demo']);
const demo = (more: Record<string, string>): Promise<Result> => run(process.execPath, [demoScript], more);

/** The ids that a run prints as shell assignments. */
const idsIn = ({ stdout }: Result): Record<string, string> =>
  Object.fromEntries(
    [...stdout.matchAll(/^ +([A-Z_]+)=([a-z]{3}_[0-9A-Z]{26})$/gm)].map(([, name, id]) => [name, id]),
  );

async function get(path: string): Promise<Record<string, unknown>> {
  const key = readFileSync(join(env.PM_DATA_DIR!, 'platform-key'), 'utf8').trim();
  const response = await fetch(`http://localhost:${env.PORT}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return (await response.json()) as Record<string, unknown>;
}

/** The shell lines of a run that only read, ready to be run again. */
function readingLines({ stdout }: Result): string {
  const lines = stdout
    .replaceAll(/ \\\n\s+/g, ' ')
    .split('\n')
    .map((line) => line.trim());
  const assignments = lines.filter((line) => /^[A-Z_]+=/.test(line));
  const reads = lines.filter((line) => /^curl "\$API/.test(line) && !line.includes('--json'));
  return [
    ...assignments,
    ...reads.map((line) => line.replace(/^curl/, 'curl --fail --silent --show-error')),
  ].join('\n');
}

const hasCurl = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'curl')));

describe('the demo', () => {
  it('plays the whole way where no DNS server answers, and shows the quarantine first', async () => {
    dns.ignoreNext(Number.POSITIVE_INFINITY);
    const result = await npmRunDemo();
    dns.ignoreNext(0);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = result;
    expect(stdout).toMatch(/quarantine_reason +authentication_unverified/);
    expect(stdout.indexOf('authentication_unverified')).toBeLessThan(stdout.indexOf('"on_auth_fail":false'));
    expect(stdout).toMatch(/order-4711\.csv, text\/csv, 70 bytes/);
    expect(stdout).toMatch(/Subject of 2 +Re: Where is order 4711\?/);
    // Plain text when the output is not a terminal.
    expect(stdout).not.toContain('\u001b');
  }, 120_000);

  it('tells the truth: its ids lead to the answer in its receiver’s thread, and its lines work', async () => {
    const result = await npmRunDemo();
    expect(result.code).toBe(0);
    const { CUSTOMER, THREAD_CUSTOMER, ANSWER, AGENT_B, THREAD_AGENT_B } = idsIn(result);
    const received = await get(`/v1/identities/${CUSTOMER}/threads/${THREAD_CUSTOMER}`);
    const [mail, answer] = received.messages as Record<string, unknown>[];
    expect(answer).toMatchObject({ id: ANSWER, direction: 'inbound', in_reply_to: mail!.rfc_message_id });
    const sent = await get(`/v1/identities/${AGENT_B}/threads/${THREAD_AGENT_B}`);
    expect(sent.messages).toMatchObject([
      { direction: 'inbound', rfc_message_id: mail!.rfc_message_id },
      { direction: 'outbound', status: 'delivered', rfc_message_id: answer!.rfc_message_id },
    ]);
    if (!hasCurl) return;
    const lines = readingLines(result);
    expect(lines.match(/^curl /gm)).toHaveLength(7);
    const again = await run('sh', ['-e', '-c', `cd '${base}'\n${lines}`]);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(base, 'order-4711.csv'))).toHaveLength(70);
  });

  it('says nothing when its reader stops early', async () => {
    const { stderr } = await run('sh', ['-c', `'${process.execPath}' '${demoScript}' | head -n 3`]);
    expect(stderr).toBe('');
  });
});

describe('one line and exit code 1', () => {
  const foreign: Server[] = [];
  afterEach(() => {
    for (const server of foreign.splice(0)) server.close();
  });

  async function expectRefusal(result: Promise<Result>, line: RegExp): Promise<void> {
    const { code, stderr } = await result;
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(line);
    expect(code).toBe(1);
  }

  it('when nothing answers', async () => {
    const port = String(await freePort());
    await expectRefusal(
      demo({ PORT: port }),
      new RegExp(`Nothing answers at http://localhost:${port}\\. Start Proofmail`),
    );
  });

  it('when something else answers', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('<h1>Not here</h1>'));
    foreign.push(server);
    const url = `http://127.0.0.1:${await listen(server)}`;
    await expectRefusal(demo({ PM_PUBLIC_URL: url }), new RegExp(`${url} answers GET /health with 404`));
  });

  it('when no SMTP listener answers', async () => {
    await expectRefusal(
      demo({ PM_SMTP_PORT: String(await freePort()) }),
      /No SMTP listener answers at 127\.0\.0\.1:/,
    );
  });

  it('when the key is missing', async () => {
    await expectRefusal(
      demo({ PM_DATA_DIR: join(base, 'elsewhere') }),
      /platform key .*elsewhere\/platform-key is not there/,
    );
  });

  it('when the API refuses, with the request id', async () => {
    const key = `pmk_live_${'0'.repeat(40)}`;
    await expectRefusal(
      demo({ PM_BOOTSTRAP_KEY: key }),
      /POST \/v1\/tenants answered 401 unauthenticated instead of 201: .* PM_BOOTSTRAP_KEY.* \(request req_[0-9A-Z]{26}\)/,
    );
  });

  it('when a variable is wrong', async () => {
    await expectRefusal(demo({ PORT: 'banana' }), /PORT must be a port number\./);
  });
});
