import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { HOUR } from '../base/clock.ts';
import { type Database, openDatabase, sql } from '../data/database.ts';
import { KeyRing, ringPurposes } from './key-ring.ts';

// The key ring (spec 4.13): one active key per purpose; older keys verify until they expire.

let database: TestDatabase;
let db: Database;
const now = new Date('2026-11-21T12:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

async function loaded(secret = 'the deployment secret'): Promise<KeyRing> {
  const ring = new KeyRing(secret);
  await ring.load(db);
  return ring;
}

it('makes one key per purpose, also when several processes start at once, and keeps them', async () => {
  const rings = await Promise.all([loaded(), loaded(), loaded()]);
  const keys = await db.rows<{ purpose: string }>(sql`select purpose from ring_keys`);
  expect(keys.map(({ purpose }) => purpose).sort()).toEqual([...ringPurposes, 'suppression'].sort());
  const again = await loaded();
  for (const purpose of ringPurposes) {
    const active = again.active(purpose);
    expect(active.key).toHaveLength(32);
    for (const ring of rings) expect(ring.active(purpose)).toEqual(active);
  }
});

it('keeps the keys sealed in the database', async () => {
  const ring = await loaded();
  const stored = await db.rows<{ material: Buffer }>(sql`select material from ring_keys`);
  for (const { material } of stored) {
    for (const purpose of ringPurposes) expect(material.includes(ring.active(purpose).key)).toBe(false);
  }
});

it('says so when the secret is another one', async () => {
  await expect(loaded('another secret')).rejects.toThrow(/PM_SECRET is not the secret/);
});

it('lets an older key verify until its time, never sign, and never for another purpose', async () => {
  const old = (await loaded()).active('link');
  const until = new Date(now.getTime() + HOUR);
  await db.run(sql`update ring_keys set verify_until = ${until} where kid = ${old.kid}`);
  const ring = await loaded();
  expect(ring.active('link').kid).not.toBe(old.kid);
  expect(ring.verifying('link', old.kid, now)?.key).toEqual(old.key);
  expect(ring.verifying('link', old.kid, until)).toBeNull();
  expect(ring.verifying('cursor', old.kid, now)).toBeNull();
  expect(ring.verifying('link', 'unknown', now)).toBeNull();
  expect(ring.allVerifying('link', now).map(({ kid }) => kid)).toEqual([ring.active('link').kid, old.kid]);
  expect(ring.allVerifying('link', until).map(({ kid }) => kid)).toEqual([ring.active('link').kid]);
});
