import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { createParsePool, type ParsePool, type ParsePoolOptions } from './parse-pool.ts';
import type { ParseJob } from './types.ts';

const folder = join(import.meta.dirname, 'fixtures');
const faultyWorker = join(folder, 'faulty-worker.ts');

function job(raw: Uint8Array | string, changes: Partial<ParseJob> = {}): ParseJob {
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw;
  return {
    raw: bytes,
    remoteAddress: '192.0.2.1',
    heloName: 'mx',
    envelopeFrom: 'ada@sender.example',
    ...changes,
  };
}

function faulty(subject: string, instruction: string): ParseJob {
  return job(`From: a@b.example\r\nSubject: ${subject}\r\n\r\n${instruction}\r\n`);
}

describe('parse pool', () => {
  let dns: DnsServer;
  let pool: ParsePool;
  const open = (options: Partial<ParsePoolOptions> = {}): ParsePool => {
    pool = createParsePool({ size: 2, dnsServers: [dns.address], ...options });
    return pool;
  };
  beforeAll(async () => {
    dns = await startDnsServer({
      'sender.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
      '_dmarc.sender.example': { TXT: ['v=DMARC1; p=reject'] },
    });
  });
  afterEach(() => pool.close());
  afterAll(() => dns.close());

  it('parses and authenticates', async () => {
    const { parsed, authentication } = await open().process(
      job(readFileSync(join(folder, 'nested-multiparts.eml'))),
    );
    expect(parsed).toMatchObject({ subject: 'Nested', flags: [] });
    expect(parsed.attachments.map(({ filename, content }) => [filename, content.byteLength])).toEqual([
      ['logo.png', 70],
      ['invoice 1.pdf', 210],
    ]);
    expect(authentication).toMatchObject({
      spf: 'pass',
      dmarc: 'pass',
      verdict: 'pass',
      domain: 'sender.example',
    });
  });

  it('trusts loopback mail without asking anyone', async () => {
    const asked = dns.queries.length;
    const { authentication } = await open().process(
      job(readFileSync(join(folder, 'plain.eml')), { trusted: true }),
    );
    expect(authentication).toMatchObject({ verdict: 'pass', domain: 'sender.example', spf: 'none' });
    expect(dns.queries.length).toBe(asked);
  });

  it('leaves the bytes with the caller', async () => {
    const pooled = Buffer.from('From: a@b.example\r\nSubject: small\r\n\r\nx\r\n');
    const { parsed } = await open().process(job(pooled, { trusted: true }));
    expect(parsed.subject).toBe('small');
    expect(pooled.toString()).toContain('Subject: small');
  });

  it('ends threads that have nothing to do, and starts them again', async () => {
    const small = () => job('From: a@b.example\r\nSubject: small\r\n\r\nx\r\n', { trusted: true });
    const kept = open();
    await kept.process(small());
    expect(kept.threads).toBe(1);
    await kept.close();
    const passing = open({ idleMs: 1 });
    await passing.process(small());
    await expect.poll(() => passing.threads).toBe(0);
    expect((await passing.process(small())).parsed.subject).toBe('small');
  });

  it('does many messages at a time in one thread', async () => {
    open({ size: 1, workerPath: faultyWorker });
    await pool.process(faulty('warm', ''));
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, i) => pool.process(faulty(`m${i}`, 'wait'))),
    );
    expect(results.map(({ parsed }) => parsed.subject)).toEqual(
      Array.from({ length: 60 }, (_, i) => `m${i}`),
    );
  });

  describe.each(['hang', 'later hang'])('a message that makes its thread %s', (instruction) => {
    it('comes back with its header, and no other is lost', async () => {
      open({ size: 1, deadlineMs: 600, workerPath: faultyWorker });
      const jobs = ['a', 'b', 'c', 'd'].map((subject) =>
        faulty(subject, subject === 'b' ? instruction : 'wait'),
      );
      const results = await Promise.all(jobs.map((each) => pool.process(each)));
      expect(results.map(({ parsed }) => parsed.subject)).toEqual(['a', 'b', 'c', 'd']);
      expect(results.map(({ parsed }) => parsed.flags)).toEqual([[], ['parse_degraded'], [], []]);
      expect(results[0]?.parsed.text).toBe('wait');
    });
  });

  it.each(['eat-memory', 'crash', 'later crash'])(
    'survives a message that makes its thread %s',
    async (instruction) => {
      open({ size: 2, heapMb: 64, workerPath: faultyWorker });
      const jobs = ['a', 'b', 'c', 'd', 'e'].map((subject) =>
        faulty(subject, subject === 'c' ? instruction : ''),
      );
      const results = await Promise.all(jobs.map((each) => pool.process(each)));
      expect(results.map(({ parsed }) => parsed.subject)).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(results.map(({ parsed }) => parsed.flags.length)).toEqual([0, 0, 1, 0, 0]);
    },
  );

  it('does not blame a message for the processor time that others had', async () => {
    open({ size: 1, deadlineMs: 400, workerPath: faultyWorker });
    const { parsed } = await pool.process(faulty('slow', 'starve'));
    expect(parsed).toMatchObject({ subject: 'slow', text: 'starve', flags: [] });
  });

  it('gives a message up whose header alone stops threads', async () => {
    open({ size: 1, deadlineMs: 400, workerPath: faultyWorker });
    const { parsed, authentication } = await pool.process(faulty('bad', 'always hang'));
    expect(parsed).toMatchObject({ subject: '', flags: ['parse_degraded'] });
    expect(authentication.verdict).toBe('unverified');
    expect((await pool.process(faulty('good', ''))).parsed.subject).toBe('good');
  });

  it('rejects when its threads cannot start', async () => {
    open({ workerPath: join(folder, 'plain.eml') });
    await expect(pool.process(faulty('x', ''))).rejects.toThrow('did not start');
  });

  it('rejects what is under way when it is closed, and everything after', async () => {
    open({ workerPath: faultyWorker });
    const waiting = expect(pool.process(faulty('x', 'wait'))).rejects.toThrow('closed');
    await pool.close();
    await waiting;
    await expect(pool.process(faulty('y', ''))).rejects.toThrow('closed');
  });
});
