import { createPrivateKey, generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Services } from '#kernel/operation/services.ts';
import { type ConnectKeyRow, findConnectKeys } from './keys-repository.ts';

const KEY_BITS = 2_048;
const HOST_BYTES = 4;
/** The maximum length of one record. A DNS string has at most 255 bytes, and hosts differ in how they join several. */
const DATA_LENGTH = 200;

/** A TXT record of the deployment's domain. */
export type KeyRecord = { type: 'TXT'; name: string; value: string };

const contextOf = ({ host, provider }: Pick<ConnectKeyRow, 'host' | 'provider'>): string =>
  `${host}.${provider}`;

/** Creates a key under a new host name, so that no host has cached another key under that name. */
export async function makeConnectKey(
  { sealer }: Pick<Services, 'sealer'>,
  provider: string,
): Promise<Omit<ConnectKeyRow, 'created_at'>> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const host = `_dcpubkey${randomBytes(HOST_BYTES).toString('hex')}`;
  return {
    provider,
    host,
    private_key: sealer.seal('domain-connect-key', privateKey, contextOf({ host, provider })),
    public_key: publicKey.toString('base64'),
  };
}

/** The records that publish a key in parts numbered from 1 (Domain Connect, "Digitally Sign Requests"). */
export function keyRecords(key: Pick<ConnectKeyRow, 'host' | 'provider' | 'public_key'>): KeyRecord[] {
  const parts = key.public_key.match(new RegExp(`.{1,${DATA_LENGTH}}`, 'g')) ?? [];
  return parts.map((data, at) => ({
    type: 'TXT',
    name: contextOf(key),
    value: `p=${at + 1},a=RS256,d=${data}`,
  }));
}

/** Whether all records of a key exist, and no others that would make it invalid. */
export async function isPublished(
  { domainDns }: Pick<Services, 'domainDns'>,
  key: Pick<ConnectKeyRow, 'host' | 'provider' | 'public_key'>,
): Promise<boolean> {
  const { values } = await domainDns.lookups(key.provider).txt(contextOf(key));
  const wanted = keyRecords(key).map(({ value }) => value);
  const found = values.map((value) => value.trim());
  return found.length === wanted.length && wanted.every((value) => found.includes(value));
}

/** The newest key that hosts can look up; null if the operator has published none. */
export async function signingKey(
  services: Pick<Services, 'config' | 'db' | 'domainDns'>,
): Promise<ConnectKeyRow | null> {
  for (const key of await findConnectKeys(services.db, services.config.mailDomain))
    if (await isPublished(services, key)) return key;
  return null;
}

/**
 * Adds the signature to a query: RSA with SHA-256 over the encoded text after the question mark, without `sig` and `key`
 * themselves.
 */
export function signedQuery({ sealer }: Pick<Services, 'sealer'>, key: ConnectKeyRow, query: string): string {
  const der = sealer.open('domain-connect-key', key.private_key, contextOf(key));
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const signature = sign('sha256', Buffer.from(query), privateKey).toString('base64');
  return `${query}&sig=${encodeURIComponent(signature)}&key=${encodeURIComponent(key.host)}`;
}
