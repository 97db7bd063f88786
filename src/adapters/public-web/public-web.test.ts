import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicWeb } from '#kernel/ports/public-web.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';
import { isPublicAddress } from './addresses.ts';
import { createPublicWeb } from './client.ts';

// Customers' URLs must lead only to public addresses.

let dns: DnsServer;
let web: PublicWeb;
let receiver: WebhookReceiver;
beforeAll(async () => {
  dns = await startDnsServer();
  web = createPublicWeb({ insecure: false, dnsServers: [dns.address] });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await web.close();
  await receiver.close();
  await dns.close();
});

const notPublic = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '147.75.207.207',
  '192.80.8.124',
  '161.26.0.10',
  '166.9.1.1',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:0:53aa:64c:0:0:80ff:fefe',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'fe80::1%eth0',
  'no address',
  '',
];
const isPublic = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
];

describe('addresses', () => {
  it.each(notPublic)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(isPublic)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('URLs', () => {
  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'example.com',
    '',
    'https://user@example.com/',
    'https://:pw@example.com/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://127。0。0。1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:169.254.169.254]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:7f00:1::]/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data/',
    `https://example.com/${'a'.repeat(2_100)}`,
    'https://example.com:0/',
    'https://example.com:00/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://1.1.1.1:587/',
    'https://example.com:2375/',
    'https://example.com:5432/',
    'https://example.com:6379/',
    'https://example.com:11211/',
    'https://010.8.8.8/',
    'https://8.8.8.010/',
    'https://0x8.8.8.8/',
    'https://134744072/',
    'https://8.8.2056/',
    'https:\\\\010.8.8.8/',
    'https://８.8.8.8/',
    'https://168.63.129.16/',
    'https://a.onion/',
    'https://hook.test/',
    'https://hook.invalid/',
    'https://router.home/',
    'https://ad.corp/',
    'https://exchange.CORP./',
    'https://relay.mail/',
    'https://db.private/',
  ])('%s is refused at registration, and never posted to', async (url) => {
    expect(await web.refusalOf(url)).toEqual(expect.any(String));
    expect(await web.post(url, {}, '{}')).toEqual({ status: null, error: expect.any(String) });
  });

  it.each([
    'https://1.1.1.1/',
    'https://1.1.1.1:8443/hook',
    'https://1.1.1.1.:443/',
    'https://home.example.com/',
    'https://corp.example.com:8080/',
    'https://[2606:4700:4700::1111]/hook',
    'https://unknown.example.com/',
  ])('%s is let through', async (url) => expect(await web.refusalOf(url)).toBeNull());

  it('lets plain http and loopback through where the deployment says so', async () => {
    const insecure = createPublicWeb({ insecure: true, dnsServers: [] });
    expect(await insecure.refusalOf(receiver.url)).toBeNull();
    expect(await insecure.post(receiver.url, {}, '{}')).toEqual({ status: 200, error: null });
    expect(await insecure.refusalOf('file:///etc/passwd')).toEqual(expect.any(String));
    await insecure.close();
  });
});

// A server that drips bytes costs at most 4 KB and 15 s. Each of these tests waits for the real limit.
describe('files', () => {
  const MiB = 1024 * 1024;
  const refused = async (url: string, from = web) => {
    const file = await from.getFile(url, MiB);
    expect([file.content, file.error]).toEqual([null, expect.any(String)]);
    return file.error;
  };

  it.each([
    'http://example.com/a',
    'https://127.0.0.1/a',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:127.0.0.1]/a',
    'https://metadata.google.internal/a',
    'https://user@example.com/a',
    'https://example.com:22/a',
    'file:///etc/passwd',
    '',
  ])('are not fetched from %s', async (url) => {
    await refused(url);
  });

  it('are not fetched over a redirect to what would be refused', async () => {
    const insecure = createPublicWeb({ insecure: true, dnsServers: [] });
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.end('HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n'),
      );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    expect(await refused(`http://127.0.0.1:${port}/`, insecure)).toContain('redirects');
    await insecure.close();
    server.close();
  });

  it('are not fetched from a public name with an address that is not', async () => {
    dns.records['inside.example'] = { A: ['10.0.0.1'] };
    expect(await refused('https://inside.example/a')).toContain('not public');
  });
});

describe('receivers that take their time', () => {
  const ways: [string, string, string, { status: number | null }][] = [
    ['says nothing', '', '', { status: null }],
    ['never ends its headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n', { status: null }],
    ['drips its body', 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', '.', { status: 200 }],
    ['goes on with informational answers', '', 'HTTP/1.1 102 Processing\r\n\r\n', { status: null }],
  ];

  it.concurrent.each(ways)('one that %s is left after its time', async (_, begin, drip, expected) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).on('data', () => undefined);
      socket.write(begin);
      const timer = setInterval(() => drip && socket.write(drip), 300);
      socket.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    const insecure = createPublicWeb({ insecure: true, dnsServers: [] });
    const left = Promise.withResolvers<void>();
    const posted = await insecure.post(`http://127.0.0.1:${port}/`, {}, '{}');
    expect(posted).toMatchObject(expected);
    if (expected.status === null) expect(posted.error).toContain('timeout');
    // The connection is closed and not kept for the next post.
    if (sockets[0]!.destroyed) left.resolve();
    else sockets[0]!.once('close', () => left.resolve());
    await left.promise;
    await insecure.close();
    server.close();
  });
});
