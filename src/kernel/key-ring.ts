import { randomBytes } from 'node:crypto';
import { type Database, type Queryable, sql } from './database.ts';
import { deriveKey, open, seal } from './sealing.ts';

/** What ring keys are for (interface-spec 4.13): each purpose has one active key and older ones that still verify. */
export const ringPurposes = ['thread', 'link', 'cursor', 'web_bot_auth'] as const;
export type RingPurpose = (typeof ringPurposes)[number];

export type RingKey = { kid: string; key: Buffer };

type StoredKey = { kid: string; purpose: RingPurpose; material: Buffer; verify_until: string | null };
type OpenKey = RingKey & { purpose: RingPurpose; verifyUntil: string | null };

const KID_BYTES = 5;

/**
 * The deployment's keys, held in memory and sealed at rest. Everything signed or sealed under them names its `kid`,
 * so that a rotation never breaks what is still allowed to verify.
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
      await tx.run(sql`select pg_advisory_xact_lock(hashtext('proofmail.key_ring'))`);
      const present = await readKeys(tx);
      const absent = ringPurposes.filter(
        (purpose) => !present.some((key) => key.purpose === purpose && key.verify_until === null),
      );
      for (const purpose of absent) await this.#insert(tx, purpose);
      return absent.length > 0 ? readKeys(tx) : present;
    });
    this.#keys = stored.map((row) => this.#unseal(row));
  }

  async #insert(tx: Queryable, purpose: RingPurpose): Promise<void> {
    const kid = randomBytes(KID_BYTES).toString('hex');
    const material = seal(this.#sealingKey, randomBytes(32), `${purpose}/${kid}`);
    await tx.run(
      sql`insert into ring_keys (kid, purpose, material) values (${kid}, ${purpose}, ${material})`,
    );
  }

  #unseal(row: StoredKey): OpenKey {
    const key = open(this.#sealingKey, row.material, `${row.purpose}/${row.kid}`);
    if (!key) throw new Error('PM_SECRET is not the secret that this database was made with.');
    return { kid: row.kid, purpose: row.purpose, key, verifyUntil: row.verify_until };
  }
}

const readKeys = (db: Queryable): Promise<StoredKey[]> =>
  db.rows<StoredKey>(
    sql`select kid, purpose, material, verify_until from ring_keys order by created_at desc, kid`,
  );
