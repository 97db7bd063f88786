import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint } from 'jose';

/** An Ed25519 public key as RFC 8037 writes it. */
export type PublicJwk = { kty: 'OKP'; crv: 'Ed25519'; x: string };

/** `kid` is the RFC 7638 thumbprint, base64url without padding. */
export type KeyPair = { kid: string; publicX: string; privateKey: Buffer };

const generate = promisify(generateKeyPair);

export const publicJwk = (x: string): PublicJwk => ({ kty: 'OKP', crv: 'Ed25519', x });

/** A new key pair; `privateKey` is PKCS #8. */
export async function newKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await generate('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  return {
    kid: await calculateJwkThumbprint(publicJwk(x!)),
    publicX: x!,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

export const privateKeyOf = (pkcs8: Buffer): KeyObject =>
  createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });

/** The bytes before the 32 bytes of the seed in the PKCS #8 form of an Ed25519 key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key pair that is derived from 32 bytes of the key ring. */
export function keyPairOfSeed(seed: Uint8Array): { privateKey: KeyObject; publicX: string } {
  const privateKey = privateKeyOf(Buffer.concat([PKCS8_PREFIX, seed]));
  return { privateKey, publicX: privateKey.export({ format: 'jwk' }).x! };
}
