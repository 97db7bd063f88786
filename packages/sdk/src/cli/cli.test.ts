import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeMail } from '../../../../src/testing/mail.ts';
import { type Mailbox, mailTo } from '../../../../src/testing/mailboxes.ts';
import { type ServedProduct, serveProduct } from '../../../../src/testing/served.ts';
import { startWebhookReceiver } from '../../../../src/testing/webhook-receiver.ts';
import { Proofmail, verifyWebhook } from '../index.ts';
import { commandLine } from './cli-fixtures.ts';
import { version } from './version.ts';

// The command line as a process, against the running product.

let product: ServedProduct;
let box: Mailbox;
let key: string;
let cli: ReturnType<typeof commandLine>;
const config = (home: string) => join(home, 'proofmail', 'config.json');

beforeAll(async () => {
  product = await serveProduct();
  box = await product.mailbox();
  key = await product.keyOf(box);
  cli = commandLine();
  const { code, stderr } = await cli.run(['login', '--key-stdin', '--url', product.url], `${key}\n`);
  expect([code, stderr]).toEqual([0, '']);
});
afterAll(() => product.close());

describe('login', () => {
  it('keeps the key in a file that only its owner reads', () => {
    expect(statSync(config(cli.home)).mode & 0o777).toBe(0o600);
    expect(readFileSync(config(cli.home), 'utf8')).toContain(key);
  });

  it('keeps no key that does not work', async () => {
    const other = commandLine();
    const wrong = await other.run(['login', '--key-stdin', '--url', product.url], 'pmk_live_wrong');
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).not.toContain('pmk_live_wrong');
    expect((await other.run(['login', '--key-stdin', '--url', product.url], 'nonsense')).code).toBe(2);
    expect((await other.run(['whoami'])).stderr).toContain('proofmail login');
  });

  it('sends the key of a profile nowhere else', async () => {
    const { code, stderr } = await cli.run(['whoami', '--url', 'http://127.0.0.1:9']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('belongs to')]);
  });

  it('has profiles, and the environment before them', async () => {
    const other = commandLine();
    for (const name of ['one', 'two'])
      await other.json(['login', '--key-stdin', '--url', product.url, '--profile', name], key);
    expect((await other.json(['profiles'])).map((each: { name: string }) => each.name)).toEqual([
      'one',
      'two',
    ]);
    await other.json(['profiles', 'two']);
    await other.json(['logout']);
    expect(await other.json(['profiles'])).toMatchObject([{ name: 'one', current: true }]);
    const stateless = commandLine({ PROOFMAIL_KEY: key, PROOFMAIL_URL: product.url });
    expect(await stateless.json(['whoami'])).toMatchObject({ identity_id: box.id });
  });
});

describe('mail', () => {
  it('is sent, found, read and answered', async () => {
    await product.handOver(box.address, mailTo(box.address, 'Over the command line'));
    const message = await product.arrived(box, 'Over the command line');
    expect((await cli.run(['list', '--unread'])).stdout).toContain('Over the command line');
    expect((await cli.run(['read', message.thread_id])).stdout).toContain('Text of Over the command line.');
    expect((await cli.run(['read', message.id, '--raw'])).stdout).toContain(
      'Subject: Over the command line\r\n',
    );
    const reply = await cli.json(['reply', message.id], 'From a pipe.\n');
    expect(reply).toMatchObject({ thread_id: message.thread_id, extracted_text: 'From a pipe.\n' });
    await expect
      .poll(async () => (await cli.json(['search', 'command', 'line'])).hits.length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    expect(await cli.json(['ask', 'Who', 'wrote?'])).toHaveProperty('evidence');
    expect(await cli.json(['identities'])).toMatchObject([{ id: box.id }]);
  });

  it('is sent with files, once for a key, and not at all in a dry run', async () => {
    const file = join(cli.home, 'ü.txt');
    writeFileSync(file, 'content');
    const to = 'success@simulator.mail.localhost';
    const args = [
      'send',
      '--to',
      to,
      '-s',
      'Hi',
      '--text',
      'Hello',
      '--attach',
      file,
      '--idempotency-key',
      'k',
    ];
    const [first, second] = [await cli.json(args), await cli.json(args)];
    expect(second.id).toBe(first.id);
    expect(first.attachments).toMatchObject([{ filename: 'ü.txt', size: 7 }]);
    expect(await cli.json([...args.slice(0, 7), '--dry-run'])).not.toHaveProperty('id');
  });

  it('cannot steer the terminal', async () => {
    const evil = 'Evil\u001b]0;title\u0007\u001b[2Jx';
    await storeMail(
      product.services,
      { ...box, tenant_id: box.tenantId, primary_address: box.address },
      { subject: evil, from: { address: 'x@sender.example', name: evil }, text: evil, extracted_text: evil },
    );
    const { stdout } = await cli.run(['list']);
    expect(stdout).toContain('Evil');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(stdout).not.toMatch(/[\u001b\u0007]/);
  });
});

describe('wait', () => {
  it('prints the code, and nothing else', async () => {
    await storeMail(
      product.services,
      { ...box, tenant_id: box.tenantId, primary_address: box.address },
      { verification: { code: '481920', link: null, domain: 'sender.example' } as never },
    );
    const { code, stdout } = await cli.run(['wait', '--code', '--from', '@sender.example', '--since', '10m']);
    expect([code, stdout]).toEqual([0, '481920\n']);
  });

  it('says by its exit code that nothing came', async () => {
    const { code, stderr } = await cli.run(['wait', '--subject', 'Never', '--timeout', '1']);
    expect([code, stderr]).toEqual([5, 'proofmail: No mail came in time.\n']);
  });
});

it('prints events as they happen', async () => {
  const watcher = commandLine({ PROOFMAIL_KEY: product.platformKey, PROOFMAIL_URL: product.url });
  const args = ['events', 'tail', '--tenant', box.tenantId, '--type', 'message.received', '--since', '1s'];
  const tail = watcher.start([...args, '--count', '1', '--json'], '');
  await product.handOver(box.address, mailTo(box.address, 'An event'));
  const { code, stdout } = await tail.ended;
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { type: 'message.received', identity_id: box.id }]);
});

it('forwards events with signatures that verify', async () => {
  const receiver = await startWebhookReceiver();
  receiver.answer((_, response) => void response.writeHead(receiver.received.length === 1 ? 500 : 200).end());
  const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
  const env = {
    PROOFMAIL_KEY: product.platformKey,
    PROOFMAIL_URL: product.url,
    PROOFMAIL_WEBHOOK_SECRET: secret,
  };
  const args = ['webhooks', 'forward', receiver.url, '--tenant', box.tenantId, '--type', 'message.received'];
  const forward = commandLine(env).start([...args, '--since', '1s', '--count', '1', '--json'], '');
  await product.handOver(box.address, mailTo(box.address, 'To be forwarded'));
  const { stdout } = await forward.ended;
  expect(JSON.parse(stdout)).toMatchObject({ status: 200, attempts: 2 });
  const { body, headers } = receiver.received[1]!;
  expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'message.received' });
  await receiver.close();
});

it('ends by Ctrl-C', async () => {
  const tail = commandLine({ PROOFMAIL_KEY: product.platformKey, PROOFMAIL_URL: product.url }).start(
    ['events', 'tail', '--tenant', box.tenantId, '--since', '24h'],
    '',
  );
  await expect.poll(() => tail.output().stdout, { timeout: 40_000 }).toContain('message.received');
  tail.stop();
  expect((await tail.ended).code).toBe(130);
});

it('verifies assertions, and says what was not checked', async () => {
  const signer = new Proofmail({ baseUrl: product.url, apiKey: await product.keyOf(box) });
  const { assertion } = await signer.signing.assert(box.id, { audience: 'shop.example' });
  const known = ['--audience', 'shop.example', '--issuer', product.url];
  expect(await cli.json(['verify', assertion, ...known])).toMatchObject({ valid: true, unchecked: [] });
  const piped = await cli.run(['verify', '-'], assertion);
  expect([piped.code, piped.stdout]).toEqual([0, expect.stringContaining(box.address)]);
  expect(piped.stderr).toContain('--issuer');
  const wrong = [
    ['verify', assertion, '--audience', 'other.example'],
    ['verify', assertion, '--issuer', 'https://other.example'],
    ['verify', `${assertion.slice(0, -4)}AAAA`],
    ['verify', 'nonsense'],
  ];
  for (const args of wrong) expect([args, (await cli.run(args)).code]).toEqual([args, 1]);
});

it('examines the set-up', async () => {
  const operator = commandLine({ PROOFMAIL_KEY: product.platformKey, PROOFMAIL_URL: product.url });
  const { stdout } = await operator.run(['doctor', '--json']);
  const { findings } = JSON.parse(stdout);
  const checks = findings.map(({ check }: { check: string }) => check);
  expect(checks).toEqual(
    expect.arrayContaining(['server', 'clock', 'key', 'database', 'jobs', 'mcp', 'identities']),
  );
  const agent = await cli.json(['doctor']);
  expect(agent.findings).toContainEqual({
    check: 'deployment',
    status: 'skipped',
    detail: expect.any(String),
  });
  const nobody = await commandLine({ PROOFMAIL_KEY: key, PROOFMAIL_URL: 'http://127.0.0.1:9' }).run([
    'doctor',
  ]);
  expect([nobody.code, nobody.stdout]).toEqual([1, expect.stringMatching(/FAIL {2}server/)]);
});

it('tells where a mail ended, and which was refused', async () => {
  const hop = 'Received: from a.example by b.example; Fri, 20 Nov 2026 10:00:00 +0000\n';
  await expect(
    product.handOver(box.address, hop.repeat(101) + mailTo(box.address, 'Circle')),
  ).rejects.toThrow('554');
  const told = await product.eventually(
    () => cli.run(['explain', '<Circle@sender.example>', '--json']),
    ({ code }) => code === 0,
  );
  expect(JSON.parse(told.stdout).steps).toMatchObject([{ step: 'refused', fix: expect.any(String) }]);
  expect((await cli.run(['explain', '<Circle@sender.example>'])).stdout).toContain('in a mail loop');
  expect((await cli.run(['explain', '<Nothing@sender.example>'])).code).toBe(4);
  expect((await cli.json(['doctor'])).findings).toContainEqual({
    check: 'refused mail',
    status: 'warning',
    detail: expect.stringContaining(`${box.address} once`),
    fix: expect.stringContaining('forwarding'),
  });
});

describe('use', () => {
  it.each([
    [['nonsense'], 2],
    [['list', '--nonsense'], 2],
    [['list', 'too', 'many'], 2],
    [['wait', '--code'], 2],
    [['wait', '--timeout', 'soon'], 2],
    [['send', '--text', 'x'], 2],
    [['read', 'thr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'], 4],
    [['list', '-i', 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'], 4],
  ])('%j ends with %i', async (args, code) => {
    expect((await cli.run(args)).code).toBe(code);
  });

  it('explains itself', async () => {
    expect((await cli.run(['--version'])).stdout).toBe(`${version}\n`);
    const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
    expect(JSON.parse(manifest).version).toBe(version);
    const { stdout } = await cli.run([]);
    for (const name of ['login', 'events tail', 'webhooks forward', 'mcp', 'doctor'])
      expect(stdout).toContain(name);
    expect((await cli.run(['help', 'send'])).stdout).toContain('--attach');
    const failed = await cli.run(['read', 'thr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', '--json']);
    expect(JSON.parse(failed.stderr).error).toMatchObject({
      code: 'thread_not_found',
      fix: expect.any(String),
    });
  });

  it('completes commands', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout } = await cli.run(['completion', shell]);
      for (const word of ['webhooks', 'forward', 'whoami', 'idempotency-key']) expect(stdout).toContain(word);
    }
    expect((await cli.run(['completion', 'tcsh'])).code).toBe(2);
  });
});
