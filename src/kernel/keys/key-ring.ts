import { randomBytes } from 'node:crypto';
import { after, DAY } from '../base/clock.ts';
import { type Database, type Queryable, sql, type Transaction } from '../data/database.ts';
import type { Narrow, Row } from '../data/row.ts';
import { deriveKey, open, seal } from './sealing.ts';

/** The purposes of ring keys (spec 4.13). Each purpose has one active key and older ones that still verify. */
export const ringPurposes = ['thread', 'link', 'cursor', 'web_bot_auth'] as const;
/** Purposes whose keys never rotate, because their output cannot be created again. */
const lastingPurposes = ['suppression'] as const;
export type RotatedPurpose = (typeof ringPurposes)[number];
export type RingPurpose = RotatedPurpose | (typeof lastingPurposes)[number];

export type RingKey = { kid: string; key: Buffer };

type StoredKey = Narrow<
  Row<'ring_keys', 'kid' | 'purpose' | 'material' | 'verify_until'>,
  { purpose: RingPurpose }
>;
type OpenKey = RingKey & { purpose: RingPurpose; verifyUntil: string | null };

const KID_BYTES = 5;

/** How long a key still verifies after another one has replaced it. */
const verifyFor: Record<RotatedPurpose, number> = {
  thread: 90 * DAY,
  link: 7 * DAY,
  cursor: DAY,
  web_bot_auth: 7 * DAY,
};

/** The NOTIFY channel that makes other processes reload the ring. */
export const RING_CHANGED = 'proofmail_key_ring';

/**
 * The deployment's keys, held in memory and sealed at rest. Everything signed or sealed under them names its `kid`, so
 * that a rotation never invalidates anything that may still be verified.
 */
export class KeyRing {
  readonly #sealingKey: Buffer;
  #keys: OpenKey[] = [];

  constructor(secret: string) {
    this.#sealingKey = deriveKey(secret, 'key-ring');
  }

  /** The key that signs and seals now. */
  active(purpose: RingPurpose): RingKey {
    const key = this.#keys.find(
      (candidate) => candidate.purpose === purpose && candidate.verifyUntil === null,
    );
    if (!key) throw new Error(`The key ring has no active ${purpose} key.`);
    return key;
  }

  /** The key of this id while it may still verify, else null. */
  verifying(purpose: RingPurpose, kid: string, now: Date): RingKey | null {
    const key = this.#keys.find((candidate) => candidate.kid === kid && candidate.purpose === purpose);
    if (!key || (key.verifyUntil !== null && new Date(key.verifyUntil) <= now)) return null;
    return key;
  }

  /** Every key of the purpose that may still verify, the active one first. */
  allVerifying(purpose: RingPurpose, now: Date): RingKey[] {
    return this.#keys
      .filter(
        (key) => key.purpose === purpose && (key.verifyUntil === null || new Date(key.verifyUntil) > now),
      )
      .sort((a, b) => Number(a.verifyUntil !== null) - Number(b.verifyUntil !== null));
  }

  /** Reads the ring, and makes the keys that are missing. Safe when two processes start at once. */
  async load(db: Database): Promise<void> {
    const stored = await db.transaction(async (tx) => {
      await lockRing(tx);
      const present = await readKeys(tx);
      const absent = [...ringPurposes, ...lastingPurposes].filter(
        (purpose) => !present.some((key) => key.purpose === purpose && key.verify_until === null),
      );
      for (const purpose of absent) await this.#insert(tx, purpose);
      return absent.length > 0 ? readKeys(tx) : present;
    });
    this.#keys = stored.map((row) => this.#unseal(row));
  }

  /** Reloads the ring after another process has changed it. */
  async refresh(db: Queryable): Promise<void> {
    this.#keys = (await readKeys(db)).map((row) => this.#unseal(row));
  }

  /**
   * Makes a new active key. The one before it verifies for as long as its purpose has (spec 4.13), or is
   * deleted. This process uses the new key from the commit on; other processes follow when they receive the notification.
   */
  async rotate(
    tx: Transaction,
    purpose: RotatedPurpose,
    { now, revokePrevious }: { now: Date; revokePrevious: boolean },
  ): Promise<{ active: RingKey; previous: (RingKey & { verifyUntil: Date }) | null }> {
    await lockRing(tx);
    const before = (await readKeys(tx)).find((key) => key.purpose === purpose && key.verify_until === null);
    const verifyUntil = revokePrevious ? now : after(now, verifyFor[purpose]);
    if (before) await (revokePrevious ? deleteKey(tx, before.kid) : retireKey(tx, before.kid, verifyUntil));
    await this.#insert(tx, purpose, now);
    const keys = (await readKeys(tx)).map((row) => this.#unseal(row));
    await tx.run(sql`select pg_notify(${RING_CHANGED}, '')`);
    tx.afterCommit(() => {
      this.#keys = keys;
    });
    const active = keys.find((key) => key.purpose === purpose && key.verifyUntil === null)!;
    return { active, previous: before ? { ...this.#unseal(before), verifyUntil } : null };
  }

  async #insert(tx: Queryable, purpose: RingPurpose, createdAt: Date | null = null): Promise<void> {
    const kid = randomBytes(KID_BYTES).toString('hex');
    const material = seal(this.#sealingKey, randomBytes(32), `${purpose}/${kid}`);
    await tx.run(
      sql`insert into ring_keys (kid, purpose, material, created_at)
          values (${kid}, ${purpose}, ${material}, coalesce(${createdAt}, now()))`,
    );
  }

  #unseal(row: StoredKey): OpenKey {
    const key = open(this.#sealingKey, row.material, `${row.purpose}/${row.kid}`);
    if (!key) throw new Error('PM_SECRET is not the secret with which this database was created.');
    return { kid: row.kid, purpose: row.purpose, key, verifyUntil: row.verify_until };
  }
}

/**
 * Whether a secret is the one that a database was made with; null when the database has no keys yet. Writes nothing, and
 * works on a database of any version.
 */
export async function secretFits(db: Queryable, secret: string | null): Promise<boolean | null> {
  const exists = await db.first<{ name: string | null }>(sql`select to_regclass('ring_keys')::text as name`);
  if (!exists?.name) return null;
  const [row] = await readKeys(db);
  if (!row) return null;
  const { material, purpose, kid } = row;
  return secret !== null && open(deriveKey(secret, 'key-ring'), material, `${purpose}/${kid}`) !== null;
}

const readKeys = (db: Queryable): Promise<StoredKey[]> =>
  db.rows<StoredKey>(
    sql`select kid, purpose, material, verify_until from ring_keys order by created_at desc, kid`,
  );

const lockRing = (tx: Queryable): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('proofmail.key_ring'))`);

const deleteKey = (tx: Queryable, kid: string): Promise<number> =>
  tx.run(sql`delete from ring_keys where kid = ${kid}`);

const retireKey = (tx: Queryable, kid: string, verifyUntil: Date): Promise<number> =>
  tx.run(sql`update ring_keys set verify_until = ${verifyUntil} where kid = ${kid}`);

/** Deletes keys that no longer verify anything. */
export const forgetRingKeys = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`delete from ring_keys where verify_until <= ${now}`);
