import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { isDeceptive, shapeOf } from './look-alikes.ts';
import { ownDomainNames, roleNames, systemNames } from './reserved-names.ts';

/** The form of usernames and aliases (spec 2.4). */
export const NAME_FORM = /^[a-z0-9][a-z0-9._-]{0,23}$/;

/**
 * Usernames that the input schema accepts: valid ones, and deceptive ones. `localPartFor` refuses deceptive names as
 * `address_reserved`, not as a mistake of form.
 */
export const isNameOrDeceptive = (name: string): boolean => NAME_FORM.test(name) || isDeceptive(name);

/** Where the name is used: on the platform domain with the tenant's suffix, or without one on the tenant's own domain. */
export type AddressDomain = { domain: 'platform'; suffix: string } | { domain: 'own' };

const systemShapes = new Set(systemNames.map(shapeOf));
const roleShapes = new Set(roleNames.map(shapeOf));
const ownDomainShapes = new Set(ownDomainNames.map(shapeOf));

/** A dot-string (RFC 5321) of the characters that names can have. */
const DOT_STRING = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * The local part that a username or alias gets, after all rules of spec 2.4.
 * @throws AppError `address_reserved`, `address_invalid`, `local_part_too_long`
 */
export function localPartFor(name: string, addressDomain: AddressDomain): string {
  if (isDeceptive(name)) throw new AppError('address_reserved', { reason: 'confusable' });
  const localPart = addressDomain.domain === 'platform' ? `${name}${addressDomain.suffix}` : name;
  if (isReserved(name, localPart, addressDomain))
    throw new AppError('address_reserved', { reason: 'reserved' });
  if (localPart.length > limits.usernameWithSuffix) {
    throw new AppError('local_part_too_long', { length: localPart.length, max: limits.usernameWithSuffix });
  }
  if (!DOT_STRING.test(localPart)) {
    throw new AppError('address_invalid', { local_part: localPart });
  }
  return localPart;
}

/**
 * Checks the name and the whole local part, because `no` with the suffix `-reply` is `no-reply`. For role names, only the
 * whole local part counts: `support` is a role only without a suffix.
 */
function isReserved(name: string, localPart: string, addressDomain: AddressDomain): boolean {
  if (addressDomain.domain === 'own') return ownDomainShapes.has(shapeOf(name));
  const whole = shapeOf(localPart);
  return systemShapes.has(shapeOf(name)) || systemShapes.has(whole) || roleShapes.has(whole);
}
