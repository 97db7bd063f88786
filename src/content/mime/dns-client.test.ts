import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createDnsClient, type DnsClient, type DnsClientOptions } from './dns-client.ts';

describe('DNS client', () => {
  let dns: DnsServer;
  let client: DnsClient;
  beforeEach(async () => {
    dns = await startDnsServer({
      'a.example': { TXT: ['one', 'two'.repeat(200)], MX: [{ exchange: 'mx.a.example', priority: 5 }] },
      'big.example': { TXT: Array.from({ length: 40 }, (_, i) => `${i}`.repeat(60)) },
      'dead.example': 'silent',
      'broken.example': 'servfail',
    });
  });
  afterEach(async () => {
    client.close();
    await dns.close();
  });
  const open = (options: Partial<DnsClientOptions> = {}): void => {
    client = createDnsClient({ servers: [dns.address], attemptMs: 250, ...options });
  };
  const lookUp = (name: string, type = 'TXT', ms = 3_000): Promise<unknown> =>
    client.resolverUntil(performance.now() + ms)(name, type);

  it('answers, over TCP where UDP is too small', async () => {
    open();
    expect(await lookUp('a.example')).toEqual([
      ['one'],
      [expect.any(String), expect.any(String), expect.any(String)],
    ]);
    expect(await lookUp('big.example')).toHaveLength(40);
  });

  it('asks equal questions once and remembers, also that there is no answer', async () => {
    open();
    await Promise.all([lookUp('a.example'), lookUp('A.example'), lookUp('a.example')]);
    await lookUp('a.example');
    await expect(lookUp('no.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(lookUp('no.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(lookUp('a.example', 'PTR')).rejects.toMatchObject({ code: 'ENODATA' });
    expect(dns.queries.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'a.example TXT',
      'no.example TXT',
      'a.example PTR',
    ]);
  });

  it('forgets when told to', async () => {
    open({ cacheMs: 0 });
    await lookUp('a.example');
    dns.records['a.example'] = { TXT: ['new'] };
    expect(await lookUp('a.example')).toEqual([['new']]);
  });

  it('tries again what failed, until the deadline', async () => {
    open();
    dns.ignoreNext(2);
    expect(await lookUp('a.example')).toHaveLength(2);
    await expect(lookUp('broken.example', 'TXT', 600)).rejects.toMatchObject({ code: 'ESERVFAIL' });
    expect(dns.queries.filter(({ name }) => name === 'broken.example')).toHaveLength(2);
  });

  it('does not stop asking because one domain is dead', async () => {
    open();
    await Promise.all(
      Array.from({ length: 8 }, () => lookUp('dead.example', 'TXT', 800).catch(() => undefined)).concat(
        ['A', 'MX', 'PTR', 'NS'].map((type) => lookUp('dead.example', type, 800).catch(() => undefined)),
      ),
    );
    expect(await lookUp('a.example')).toHaveLength(2);
  });

  it('stops asking servers that are gone, and finds out when they are back', async () => {
    // Open for longer than the look-ups that open it take to give up, however busy the machine is.
    open({ breakerOpenMs: 4_000 });
    dns.ignoreNext(Number.POSITIVE_INFINITY);
    const names = ['1', '2', '3', '4'].map((name) =>
      lookUp(`${name}.example`, 'TXT', 900).catch(() => undefined),
    );
    await Promise.all(names);
    const asked = dns.queries.length;
    await expect(lookUp('a.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    expect(dns.queries.length).toBe(asked);
    dns.ignoreNext(0);
    await vi.waitFor(async () => expect(await lookUp('a.example')).toHaveLength(2), {
      timeout: 15_000,
      interval: 200,
    });
  });

  it('gives up on a port where nobody listens', async () => {
    open({ servers: ['127.0.0.1:1'] });
    await Promise.all(
      ['1', '2', '3'].map((name) => lookUp(`${name}.example`, 'TXT', 5_000).catch(() => undefined)),
    );
    await expect(lookUp('a.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });
});

describe('circuit breaker', () => {
  it('opens only when the service itself is gone, and closes when it is back', async () => {
    let time = 0;
    let alive = true;
    let checks = 0;
    const isAlive = async (): Promise<boolean> => {
      checks++;
      return alive;
    };
    const breaker = createCircuitBreaker({ threshold: 3, openMs: 100, isAlive, now: () => time });
    const fail = async (times: number): Promise<void> => {
      for (let i = 0; i < times; i++) breaker.unanswered();
      await new Promise(setImmediate);
    };
    await fail(3);
    expect([await breaker.permits(), checks]).toEqual([true, 1]);
    alive = false;
    await fail(2);
    breaker.answered();
    await fail(2);
    expect([await breaker.permits(), checks]).toEqual([true, 1]);
    await fail(1);
    expect([await breaker.permits(), checks]).toEqual([false, 2]);
    time = 100;
    expect(await Promise.all([breaker.permits(), breaker.permits()])).toEqual([false, false]);
    expect(checks).toBe(3);
    time = 200;
    alive = true;
    expect([await breaker.permits(), checks]).toEqual([true, 4]);
  });
});
