import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A 256-bit key for one use, derived from a secret of any length (HKDF-SHA256, RFC 5869). */
export const deriveKey = (secret: string | Uint8Array, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `proofmail/${use}`, 32));

const imported = new WeakMap<Uint8Array, KeyObject>();

/** Importing a key takes Node longer than signing a kilobyte with it, so each key is imported once. */
function asKey(bytes: Uint8Array): KeyObject {
  const known = imported.get(bytes);
  if (known) return known;
  const key = createSecretKey(bytes);
  imported.set(bytes, key);
  return key;
}

/** AES-256-GCM: nonce, ciphertext and tag in one piece. `context` must be the same when opening. */
export function seal(key: Uint8Array, plain: Uint8Array | string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', asKey(key), nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

/** The plain bytes, or null if the key or the context is wrong or a single bit was changed. */
export function open(key: Uint8Array, sealed: Uint8Array, context: string): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', asKey(key), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    const body = bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return null;
  }
}

export const hmac = (key: Uint8Array, data: string | Uint8Array): Buffer =>
  createHmac('sha256', asKey(key)).update(data).digest();

/** Compares in constant time; values of different length are unequal. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

/** The kinds of secrets that are sealed at rest, each under its own derived key. */
export type SealedKind =
  | 'identity-key'
  | 'webhook-secret'
  | 'dkim-key'
  | 'domain-connect-key'
  | 'relay-password'
  | 'second-factor'
  | 'verification';

/** Seals secrets for the database under PM_SECRET. The context, for example the row's id, must be the same when opening. */
export class Sealer {
  readonly #secret: string;
  readonly #keys = new Map<SealedKind, Buffer>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  seal(kind: SealedKind, plain: Uint8Array | string, context: string): Buffer {
    return seal(this.#keyFor(kind), plain, context);
  }

  /** @throws Error when PM_SECRET is not the secret that it was sealed with */
  open(kind: SealedKind, sealed: Uint8Array, context: string): Buffer {
    const plain = open(this.#keyFor(kind), sealed, context);
    if (!plain) throw new Error(`PM_SECRET cannot decrypt this ${kind}.`);
    return plain;
  }

  #keyFor(kind: SealedKind): Buffer {
    const known = this.#keys.get(kind);
    if (known) return known;
    const key = deriveKey(this.#secret, kind);
    this.#keys.set(kind, key);
    return key;
  }
}
