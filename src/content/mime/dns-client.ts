import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DNSResolver } from 'mailauth';
import { createCircuitBreaker } from './circuit-breaker.ts';

/** Looks names up for mail authentication, with retries, a short memory and a circuit breaker. */
export interface DnsClient {
  /**
   * A resolver for mailauth, for one message. A failed lookup is retried while a new attempt can start before
   * `deadline` (milliseconds of performance.now()); then it throws.
   */
  resolverUntil(deadline: number): DNSResolver;
  close(): void;
}

export interface DnsClientOptions {
  /** `ip[:port]`; empty means the system's. */
  servers: string[];
  /** How long answers are cached, including negative ones. 0 caches nothing. */
  cacheMs?: number;
  /** Milliseconds that one attempt waits for an answer. */
  attemptMs?: number;
  /** How long nothing is asked after the servers stopped answering. */
  breakerOpenMs?: number;
}

type Records = string[][] | string[];

interface CacheEntry {
  outcome: Promise<Records>;
  expires: number;
}

/** RCODEs and c-ares codes that are an answer: the name or the record does not exist. */
const negativeAnswers = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** A server was reached but had no answer. A retry may help. */
const serverTroubles = new Set(['ESERVFAIL', 'EFORMERR', 'ENOTIMP', 'EBADRESP']);
/** No server answered us. */
const noAnswers = new Set([
  'ETIMEOUT',
  'ECONNREFUSED',
  'EREFUSED',
  'ECANCELLED',
  'EOF',
  'ENONAME',
  'ENOTINITIALIZED',
]);

const retryDelaysMs = [250, 1_000, 3_000];
const maxCacheEntries = 10_000;

export function createDnsClient({
  servers,
  cacheMs = 30_000,
  attemptMs = 1_500,
  breakerOpenMs = 30_000,
}: DnsClientOptions): DnsClient {
  const resolver = new Resolver({ timeout: attemptMs, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  // The root is asked before the circuit opens: one sender's dead servers must not stop all others.
  const isAlive = async (): Promise<boolean> => {
    try {
      await resolver.resolve('.', 'NS');
      return true;
    } catch (error) {
      return !noAnswers.has(codeOf(error));
    }
  };
  const breaker = createCircuitBreaker({ threshold: 4, openMs: breakerOpenMs, isAlive });
  const cache = new Map<string, CacheEntry>();

  /** One question to the servers; equal questions share it while it runs and while it is remembered. */
  const ask = (name: string, type: string): Promise<Records> => {
    const key = `${type} ${name.toLowerCase()}`;
    const known = cache.get(key);
    if (known && known.expires > performance.now()) return known.outcome;
    const outcome = askServers(name, type);
    const entry = { outcome, expires: Number.POSITIVE_INFINITY };
    if (cache.size >= maxCacheEntries) cache.delete(cache.keys().next().value ?? '');
    cache.set(key, entry);
    const remember = (): void => {
      entry.expires = performance.now() + cacheMs;
    };
    outcome.then(remember, (error: unknown) => {
      if (negativeAnswers.has(codeOf(error))) remember();
      else cache.delete(key);
    });
    return outcome;
  };

  const askServers = async (name: string, type: string): Promise<Records> => {
    if (!(await breaker.permits())) throw noAnswerError(name);
    try {
      const records = (await resolver.resolve(name, type)) as Records;
      breaker.answered();
      return records;
    } catch (error) {
      if (noAnswers.has(codeOf(error))) breaker.unanswered();
      else breaker.answered();
      throw error;
    }
  };

  const askUntil = async (deadline: number, name: string, type: string): Promise<Records> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return (await ask(name, type)).slice() as Records;
      } catch (error) {
        const delay = retryDelaysMs[attempt];
        const worthAnother =
          isTransient(error) && delay !== undefined && performance.now() + delay < deadline;
        if (!worthAnother) throw error;
        await sleep(delay);
      }
    }
  };

  return {
    resolverUntil: (deadline) => (name, type) => askUntil(deadline, name, type),
    close: () => resolver.cancel(),
  };
}

/** The error of a lookup without any response. It is not retried, because the breaker knows the state of the server. */
function noAnswerError(name: string): Error {
  return Object.assign(new Error(`DNS servers do not answer, ${name} not asked`), {
    code: 'ETIMEOUT',
    final: true,
  });
}

function isTransient(error: unknown): boolean {
  if (error instanceof Error && 'final' in error) return false;
  const code = codeOf(error);
  return noAnswers.has(code) || serverTroubles.has(code);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
