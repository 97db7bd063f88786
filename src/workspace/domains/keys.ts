import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Services } from '#kernel/operation/services.ts';
import type { SigningKey } from '#kernel/ports/mail-identities.ts';
import type { DomainKeyRow } from './keys-repository.ts';
import { dkimName } from './names.ts';

/** A key size that every receiver supports and that fits into DNS (RFC 8301). */
const KEY_BITS = 2048;
const SELECTOR_BYTES = 4;

export type NewKey = Pick<DomainKeyRow, 'selector' | 'domain' | 'private_key' | 'record'> & {
  /** The unsealed private key, for a provider that signs with it. */
  plain: Buffer;
};

let earlier: Promise<unknown> = Promise.resolve();

/**
 * Creates one key at a time, because each occupies a thread of Node's pool for a quarter of a second, and files and DNS
 * need these threads too.
 */
function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const made = earlier.then(make);
  earlier = made.catch(() => undefined);
  return made;
}

const generate = (): Promise<{ privateKey: Buffer; publicKey: Buffer }> =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });

/** Creates a key under a new selector, so that no receiver has cached another key under that name. */
export async function makeKey({ sealer }: Pick<Services, 'sealer'>, domain: string): Promise<NewKey> {
  const { privateKey, publicKey } = await inTurn(generate);
  const selector = `pm${randomBytes(SELECTOR_BYTES).toString('hex')}`;
  return {
    selector,
    domain,
    plain: privateKey,
    private_key: sealer.seal('dkim-key', privateKey, dkimName(selector, domain)),
    record: `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`,
  };
}

export const openKey = (
  { sealer }: Pick<Services, 'sealer'>,
  { selector, domain, private_key }: Pick<DomainKeyRow, 'selector' | 'domain' | 'private_key'>,
): SigningKey => ({
  selector,
  privateKey: sealer.open('dkim-key', private_key, dkimName(selector, domain)),
});
