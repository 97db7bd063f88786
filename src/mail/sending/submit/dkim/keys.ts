import { createPrivateKey, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { openDkimKey, publishedDkimKeys, type SealedDkimKey } from '#workspace/domains/index.ts';
import { findDkimKeys, findDkimRecords, insertDkimKey } from './dkim-repository.ts';
import type { DkimKey } from './sign.ts';

/** A key size that every receiver supports and that fits into DNS (RFC 8301). */
const KEY_BITS = 2048;
const SELECTOR_BYTES = 4;

/** The TXT record that the domain must publish: its DNS name and its text. */
export type DkimRecord = { name: string; text: string };

type Sealed = Pick<Services, 'db' | 'sealer'>;

/** The domain's record. Creates its key if there is none. Safe when several processes start at once. */
export async function ensureDkimKey({ db, sealer }: Sealed, domain: string): Promise<DkimRecord> {
  const present = (await findDkimKeys(db, domain))[0] ?? null;
  if (present) return recordOf(domain, present);
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const selector = `pm${randomBytes(SELECTOR_BYTES).toString('hex')}`;
  const text = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
  const sealed = sealer.seal('dkim-key', privateKey, contextOf(domain, selector));
  return recordOf(domain, await insertDkimKey(db, { domain, selector, private_key: sealed, record: text }));
}

const contextOf = (domain: string, selector: string): string => `${selector}._domainkey.${domain}`;

const recordOf = (domain: string, key: { selector: string; record: string }): DkimRecord => ({
  name: contextOf(domain, key.selector),
  text: key.record,
});

/** Keys by domain, opened once per process, because a stored key never changes. */
const opened = new WeakMap<object, Map<string, DkimKey>>();

/** The key that signs mail of a domain, or null for one that has none. */
export async function dkimKeyOf({ db, sealer }: Sealed, domain: string): Promise<DkimKey | null> {
  const known = opened.get(db) ?? new Map<string, DkimKey>();
  opened.set(db, known);
  const kept = known.get(domain);
  if (kept) return kept;
  const [row] = await findDkimKeys(db, domain);
  if (!row) return null;
  const der = sealer.open('dkim-key', row.private_key, contextOf(domain, row.selector));
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const key = { domain, selector: row.selector, privateKey };
  known.set(domain, key);
  return key;
}

/** Opened keys of tenants' domains, by the name of their record. Those not used for longest are dropped first. */
const MAX_OPENED = 1_000;
const openedOfTenants = new WeakMap<object, Map<string, { sealed: Buffer; key: DkimKey }>>();

/** The opened key of a tenant's domain. It is cached, because opening a key costs as much as a signature. */
export function tenantKeyOf({ db, sealer }: Sealed, sealed: SealedDkimKey): DkimKey {
  const kept = openedOfTenants.get(db) ?? new Map<string, { sealed: Buffer; key: DkimKey }>();
  openedOfTenants.set(db, kept);
  const { domain, selector, private_key } = sealed;
  const name = contextOf(domain, selector);
  const present = kept.get(name);
  const isSame = present?.sealed.equals(private_key);
  const der = present && isSame ? null : openDkimKey({ sealer }, sealed);
  const key =
    der === null
      ? present!.key
      : { domain, selector, privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
  // Reinserting keeps the Map in the order of last use.
  kept.delete(name);
  kept.set(name, { sealed: private_key, key });
  if (kept.size > MAX_OPENED) kept.delete(kept.keys().next().value!);
  return key;
}

/** Our own records among these DNS names of keys, by name, so that our signatures verify without DNS. */
export async function ownDkimRecords(
  db: Queryable,
  names: readonly string[],
): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const [rows, ofTenants] = await Promise.all([findDkimRecords(db, names), publishedDkimKeys(db, names)]);
  return { ...ofTenants, ...Object.fromEntries(rows.map(({ name, record }) => [name, record])) };
}
