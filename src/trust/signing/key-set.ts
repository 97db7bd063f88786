import { createHash } from 'node:crypto';
import { MINUTE } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import { publicJwk } from './key-pair.ts';
import { type PublishedKeys, publishedKeys } from './repository.ts';

/** How long, in milliseconds, caches may keep a set, including ours. */
export const KEY_SET_AGE = 5 * MINUTE;

/** The maximum number of sets that a process keeps. The least recently read is dropped first. */
const MOST_KEPT = 10_000;

/**
 * A JWK Set as it is sent: `text` is JSON, `tag` a strong entity tag, `readAt` the time when it was read from the
 * database.
 */
export type KeySet = { text: string; tag: string; readAt: Date };

type Kept = KeySet & { tenantId: string; until: number };

/**
 * The JWK Sets that this process has read, for as long as caches may keep them. Every process announces changes of keys
 * and of who may act as wake-ups. If one is lost, the effect is that of any other cache, because a set states its age.
 */
class KeySets {
  readonly #services: Services;
  readonly #kept = new Map<string, Kept>();
  /** A set that was read before a change was announced must not be kept after it. */
  #changes = 0;

  constructor(services: Services) {
    this.#services = services;
    services.wakeUps.on('events', this.#hear);
  }

  async read(identityId: string): Promise<KeySet> {
    const kept = this.#kept.get(identityId);
    if (kept && kept.until > this.#services.clock.now().getTime()) return kept;
    const { db, clock } = this.#services;
    const changes = this.#changes;
    const readAt = clock.now();
    const found = await publishedKeys(db, identityId, readAt);
    if (!found) {
      this.#kept.delete(identityId);
      throw new AppError('identity_not_found');
    }
    const set = keySetOf(found, readAt);
    if (changes === this.#changes) this.#keep(identityId, set);
    return set;
  }

  #keep(identityId: string, set: Kept): void {
    this.#kept.delete(identityId);
    if (this.#kept.size >= MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(identityId, set);
  }

  /** Each entry is `owner change`; null if anything may have changed. */
  readonly #hear = (entries: readonly string[] | null): void => {
    if (entries === null) {
      this.#changes += 1;
      this.#kept.clear();
    }
    for (const entry of entries ?? []) {
      const [owner, what] = entry.split(' ') as [string, string];
      if (what === 'changed') this.#forget(owner);
    }
  };

  #forget(owner: string): void {
    this.#changes += 1;
    if (this.#kept.delete(owner) || !owner.startsWith('ten_')) return;
    for (const [identityId, { tenantId }] of this.#kept) {
      if (tenantId === owner) this.#kept.delete(identityId);
    }
  }
}

function keySetOf({ tenant_id, next_retirement, keys }: PublishedKeys, readAt: Date): Kept {
  const text = JSON.stringify({
    keys: keys.map(({ kid, public_x }) => ({ ...publicJwk(public_x), kid, alg: 'EdDSA', use: 'sig' })),
  });
  const oldest = readAt.getTime() + KEY_SET_AGE;
  return {
    text,
    tag: `"${createHash('sha256').update(text).digest('base64url')}"`,
    readAt,
    tenantId: tenant_id,
    until: next_retirement === null ? oldest : Math.min(oldest, Date.parse(next_retirement)),
  };
}

const all = new WeakMap<Services['wakeUps'], KeySets>();

function keySetsOf(services: Services): KeySets {
  const known = all.get(services.wakeUps);
  if (known) return known;
  const sets = new KeySets(services);
  all.set(services.wakeUps, sets);
  return sets;
}

/**
 * The JWK Set of an identity (RFC 7517, section 5; spec 4.2), at most five minutes old; empty until it first signs
 * something.
 * @throws AppError `identity_not_found` for one that cannot act: paused, suspended, deleting or deleted
 */
export const identityKeySet = (services: Services, identityId: string): Promise<KeySet> =>
  keySetsOf(services).read(identityId);
