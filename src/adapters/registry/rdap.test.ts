import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPublicWeb } from '#adapters/public-web/client.ts';
import type { PublicWeb } from '#kernel/ports/public-web.ts';
import { type HttpSink, type SinkAnswer, startHttpSink } from '#testing/http-sink.ts';
import { createRdap } from './rdap.ts';

// Registration data by RDAP (RFC 9082, RFC 9083), from the servers of a list like IANA's (RFC 9224). The registry is a
// server on loopback.

let sink: HttpSink;
let web: PublicWeb;
let answers: Record<string, SinkAnswer>;
let time: number;

beforeAll(async () => {
  sink = await startHttpSink(({ path }) => answers[path] ?? { status: 404, body: { errorCode: 404 } });
  web = createPublicWeb({ insecure: true, dnsServers: [] });
});
afterAll(async () => {
  await web?.close();
  await sink?.close();
});

const acme = {
  objectClassName: 'domain',
  ldhName: 'ACME.EXAMPLE',
  events: [
    { eventAction: 'registration', eventDate: '2019-03-04T05:06:07Z' },
    { eventAction: 'expiration', eventDate: '2027-03-04T05:06:07Z' },
    { eventAction: 'last changed', eventDate: '2026-03-04T05:06:07Z' },
  ],
  entities: [
    { objectClassName: 'entity', roles: ['registrant'], vcardArray: ['vcard', [['fn', {}, 'text', 'Ada']]] },
    {
      objectClassName: 'entity',
      handle: '146',
      roles: ['registrar'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Names Ltd.'],
        ],
      ],
    },
  ],
};

beforeEach(() => {
  sink.requests.length = 0;
  time = Date.parse('2026-11-23T12:00:00Z');
  answers = {
    '/dns.json': {
      status: 200,
      body: {
        version: '1.0',
        services: [
          [['example'], [`${sink.url}/rdap`]],
          [['co.uk', 'uk'], [`${sink.url}/uk/`]],
        ],
      },
    },
    '/rdap/domain/acme.example': { status: 200, body: acme },
  };
});

const rdap = (url = `${sink.url}/dns.json`) => createRdap({ web, url, now: () => new Date(time) });
const asked = (path: string): number => sink.requests.filter((request) => request.path === path).length;

it('says where and when a domain was registered', async () => {
  expect(await rdap().find('Acme.example.')).toEqual({
    registrar: 'Names Ltd.',
    registered_at: '2019-03-04T05:06:07.000Z',
    expires_at: '2027-03-04T05:06:07.000Z',
  });
});

it('asks the server of the longest listed suffix', async () => {
  answers['/uk/domain/acme.co.uk'] = { status: 200, body: { ...acme, ldhName: 'acme.co.uk' } };
  expect(await rdap().find('acme.co.uk')).not.toBeNull();
  expect(await rdap().find('acme.unlisted')).toBeNull();
});

it('takes a server without a slash at its end', async () => {
  const moved = await startHttpSink(() => ({ status: 200, body: acme }));
  answers['/dns.json'] = { status: 200, body: { services: [[['example'], [moved.url]]] } };
  expect(await rdap().find('acme.example')).not.toBeNull();
  expect(moved.requests[0]!.path).toBe('/domain/acme.example');
  await moved.close();
});

it('fetches the list once a day, once for all who wait, and sooner after a failure', async () => {
  const registry = rdap();
  await Promise.all(['acme.example', 'b.example', 'c.example'].map((name) => registry.find(name)));
  expect(asked('/dns.json')).toBe(1);
  time += 24 * 60 * 60 * 1000;
  answers['/dns.json'] = { status: 503 };
  await Promise.all([registry.find('acme.example'), registry.find('b.example')]);
  expect(asked('/dns.json')).toBe(2);
  expect(await registry.find('acme.example')).toBeNull();
  expect(asked('/dns.json')).toBe(2);
  time += 60 * 60 * 1000;
  await registry.find('acme.example');
  expect(asked('/dns.json')).toBe(3);
});

it('reads half an answer', async () => {
  answers['/rdap/domain/acme.example'] = {
    status: 200,
    body: {
      objectClassName: 'domain',
      ldhName: 'acme.example',
      entities: [{ roles: ['registrar'], handle: 'N1' }],
    },
  };
  expect(await rdap().find('acme.example')).toEqual({
    registrar: 'N1',
    registered_at: null,
    expires_at: null,
  });
});

it.each<[string, SinkAnswer]>([
  ['another domain', { status: 200, body: { ...acme, ldhName: 'other.example' } }],
  ['another kind of object', { status: 200, body: { ...acme, objectClassName: 'nameserver' } }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['an error', { status: 500 }],
  ['an endless answer', { status: 200, body: { ...acme, notices: 'x'.repeat(300_000) } }],
  ['a closed connection', 'drop'],
  ['a list of entities without end', { status: 200, body: { ...acme, entities: Array(500).fill({}) } }],
])('says nothing for %s', async (_, answer) => {
  answers['/rdap/domain/acme.example'] = answer;
  expect(await rdap().find('acme.example')).toBeNull();
});

it('says nothing when nobody answers in time', async () => {
  answers['/rdap/domain/acme.example'] = 'stall';
  const registry = createRdap({ web, url: `${sink.url}/dns.json`, now: () => new Date(time), patience: 300 });
  expect(await registry.find('acme.example')).toBeNull();
});

it('never asks an address of the own network', async () => {
  const safe = createPublicWeb({ insecure: false, dnsServers: [] });
  const registry = createRdap({ web: safe, url: `${sink.url}/dns.json`, now: () => new Date(time) });
  expect(await registry.find('acme.example')).toBeNull();
  expect(sink.requests).toEqual([]);
  await safe.close();
});
