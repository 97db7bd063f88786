import { addressHint } from '#kernel/base/email-address.ts';
import type { KeyRing } from '#kernel/keys/key-ring.ts';
import { hmac } from '#kernel/keys/sealing.ts';

const PREFIX = 'erased:';

/**
 * Replaces the address of an erased person by a keyed hash, from which the address cannot be read or, without the key,
 * guessed. The deployment's key never rotates, because the addresses are gone and cannot be hashed again. Each tenant has
 * different hashes. A hash never contains `@`, so it cannot be mistaken for an address.
 */
const blind = (keyRing: KeyRing, tenantId: string, stored: string): string =>
  PREFIX + hmac(keyRing.active('suppression').key, `${tenantId} ${stored}`).toString('base64url');

/** The two forms in which a tenant's tables may contain an address: in clear, and erased. */
export const formsOf = (
  keyRing: KeyRing,
  tenantId: string,
  stored: string,
): [clear: string, erased: string] => [stored, blind(keyRing, tenantId, stored)];

const isErased = (stored: string): boolean => stored.startsWith(PREFIX);

/** A masked address for lists and logs. */
export const hintOf = (stored: string): string => (isErased(stored) ? 'erased' : addressHint(stored));

/** The address itself; null when it was erased. */
export const addressIn = (stored: string): string | null => (isErased(stored) ? null : stored);
