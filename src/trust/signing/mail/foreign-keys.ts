import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import { identityKeySet, KEY_SET_AGE } from '../key-set.ts';

/** How long mail waits for a key set. */
const PATIENCE = 3 * SECOND;
/** How long a key set that could not be read is not requested again. */
const FAILED_AGE = MINUTE;
const MOST_KEPT = 1_000;
/**
 * The maximum number of key sets that are fetched at the same time, so that mail from strangers cannot cause many
 * outgoing requests at once.
 */
const MOST_CALLS = 8;

const MOST_KEYS = 20;
const keySet = z.object({
  keys: z
    .array(
      z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), kid: z.string(), x: z.string() }),
    )
    .max(MOST_KEYS),
});

type Kept = { until: number; set: Promise<JSONWebKeySet | null> };

/** Key sets of other deployments, read by the safe client and kept for as long as their issuers allow. */
class ForeignKeys {
  readonly #services: Services;
  readonly #kept = new Map<string, Kept>();
  #calls = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  read(url: string): Promise<JSONWebKeySet | null> {
    const now = this.#services.clock.now().getTime();
    const kept = this.#kept.get(url);
    if (kept && kept.until > now) return kept.set;
    if (this.#calls >= MOST_CALLS) return Promise.resolve(null);
    const entry: Kept = { until: now + KEY_SET_AGE, set: this.#call(url) };
    void entry.set.then((set) => {
      if (set === null) entry.until = now + FAILED_AGE;
    });
    this.#kept.delete(url);
    if (this.#kept.size >= MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(url, entry);
    return entry.set;
  }

  async #call(url: string): Promise<JSONWebKeySet | null> {
    this.#calls += 1;
    try {
      const found = keySet.safeParse(await this.#services.web.getJson(url));
      return found.success ? (found.data as JSONWebKeySet) : null;
    } finally {
      this.#calls -= 1;
    }
  }
}

const all = new WeakMap<Services['wakeUps'], ForeignKeys>();

/** The keys of an identity of any deployment; null if they cannot be read now, or there are none. */
export async function keysOf(
  services: Services,
  issuer: string,
  identityId: string,
): Promise<JSONWebKeySet | null> {
  if (issuer === services.config.publicUrl) {
    const own = await identityKeySet(services, identityId).catch(() => null);
    return own && (JSON.parse(own.text) as JSONWebKeySet);
  }
  const foreign = all.get(services.wakeUps) ?? new ForeignKeys(services);
  all.set(services.wakeUps, foreign);
  return within(PATIENCE, foreign.read(`${issuer}/.well-known/jwks/${identityId}.json`));
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
