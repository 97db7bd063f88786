import { addressKey, parseAddress } from '#kernel/base/email-address.ts';
import { AppError } from '#kernel/catalogue/errors.ts';

/** The one form in which an address is stored and looked up, or null if it is invalid: lower case, IDN as A-labels. */
export function storedAddress(text: string): string | null {
  const parsed = parseAddress(text);
  return parsed.ok ? addressKey(parsed.address) : null;
}

/** The same for a list's entry: an address, or `@domain`. */
export function storedEntry(text: string): string | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('@')) return storedAddress(trimmed);
  return storedAddress(`x${trimmed}`)?.slice(1) ?? null;
}

/** The stored form of an address. @throws AppError `address_invalid`, `address_unsupported` */
export function requireAddress(text: string, path = 'address'): string {
  const parsed = parseAddress(text);
  if (parsed.ok) return addressKey(parsed.address);
  throw new AppError(parsed.code, { errors: [{ path, message: parsed.message }] });
}

/** The stored form of a list's entry. @throws AppError `address_invalid`, `address_unsupported` */
export function requireEntry(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('@')
    ? requireAddress(`x${trimmed}`, 'entry').slice(1)
    : requireAddress(trimmed, 'entry');
}

/**
 * The entries that cover an address: the address itself and its exact domain. `@example.com` does not cover
 * `mail.example.com`, because a subdomain often belongs to another party.
 */
export function entriesFor(address: string): string[] {
  // A stranger's address may be invalid. In that case its lower-case form is looked up.
  const stored = storedAddress(address) ?? addressKey(address);
  const at = stored.lastIndexOf('@');
  return at === -1 ? [stored] : [stored, stored.slice(at)];
}
