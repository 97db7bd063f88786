import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { isPublished, type KeyRecord, keyRecords, makeConnectKey } from './keys.ts';
import {
  type ConnectKeyRow,
  findConnectKeys,
  forgetConnectKeys,
  insertConnectKey,
} from './keys-repository.ts';
import { templateOf } from './template.ts';

/** What an operator needs to offer Domain Connect: the template for DNS hosts, and the keys with their records. */
export type ConnectSetup = {
  provider_id: string;
  template: ReturnType<typeof templateOf>;
  keys: { host: string; created_at: string; is_published: boolean; records: KeyRecord[] }[];
};

type Deployment = Pick<Services, 'config' | 'db' | 'domainDns'>;

export async function connectSetup(services: Deployment): Promise<ConnectSetup> {
  const { mailDomain } = services.config;
  const keys = await findConnectKeys(services.db, mailDomain);
  return {
    provider_id: mailDomain,
    template: templateOf(mailDomain, mailDomain),
    keys: await Promise.all(keys.map(async (key) => toKey(key, await isPublished(services, key)))),
  };
}

const toKey = (key: ConnectKeyRow, is_published: boolean): ConnectSetup['keys'][number] => ({
  host: key.host,
  created_at: key.created_at,
  is_published,
  records: keyRecords(key),
});

export type NewConnectKey = Omit<ConnectKeyRow, 'created_at'>;

/** Creates a key and looks up the older one that still signs, before the transaction opens. */
export async function prepareConnectKey(
  services: Deployment & Pick<Services, 'sealer'>,
): Promise<{ key: NewConnectKey; signing: string | null }> {
  const { mailDomain } = services.config;
  const present = await findConnectKeys(services.db, mailDomain);
  const published = await Promise.all(present.map((key) => isPublished(services, key)));
  const signing = present.find((_, at) => published[at]) ?? present[0] ?? null;
  return { key: await makeConnectKey(services, mailDomain), signing: signing?.host ?? null };
}

/** Stores a new key. The older one signs until the records of the new one are published. */
export async function addConnectKey(
  tx: Transaction,
  { key, signing }: { key: NewConnectKey; signing: string | null },
  now: Date,
): Promise<ConnectSetup['keys'][number]> {
  const row = { ...key, created_at: now.toISOString() };
  await insertConnectKey(tx, row);
  await forgetConnectKeys(tx, key.provider, [key.host, ...(signing === null ? [] : [signing])]);
  return toKey(row, false);
}
