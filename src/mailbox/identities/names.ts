import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { isDeceptive, shapeOf } from './look-alikes.ts';
import { ownDomainNames, roleNames, systemNames } from './reserved-names.ts';

/** The form of usernames and aliases (interface-spec 2.4). */
export const NAME_FORM = /^[a-z0-9][a-z0-9._-]{0,23}$/;

/**
 * What the input schema lets through: names of the right form, and deceptive ones, which are refused as
 * `address_reserved` by `localPartFor` and not as a mere mistake of form.
 */
export const isNameOrDeceptive = (name: string): boolean => NAME_FORM.test(name) || isDeceptive(name);

/** Where the name will stand: on the platform domain with the tenant's suffix, or alone on the tenant's own domain. */
export type Place = { domain: 'platform'; suffix: string } | { domain: 'own' };

const systemShapes = new Set(systemNames.map(shapeOf));
const roleShapes = new Set(roleNames.map(shapeOf));
const ownDomainShapes = new Set(ownDomainNames.map(shapeOf));

/** RFC 5321 dot-string over the characters that names can have. */
const DOT_STRING = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * The local part that a username or alias gets, after all rules of interface-spec 2.4.
 * @throws AppError `address_reserved`, `address_invalid`, `local_part_too_long`
 */
export function localPartFor(name: string, place: Place): string {
  if (isDeceptive(name)) throw new AppError('address_reserved', { reason: 'confusable' });
  const localPart = place.domain === 'platform' ? `${name}${place.suffix}` : name;
  if (isReserved(name, localPart, place)) throw new AppError('address_reserved', { reason: 'reserved' });
  if (localPart.length > limits.usernameWithSuffix) {
    throw new AppError('local_part_too_long', { length: localPart.length, max: limits.usernameWithSuffix });
  }
  if (!DOT_STRING.test(localPart)) {
    throw new AppError('address_invalid', { local_part: localPart });
  }
  return localPart;
}

/**
 * The whole local part counts too, and is the only thing that counts for role names: `no` with the suffix `-reply`
 * is `no-reply`, and `support` is a role only where nothing follows it.
 */
function isReserved(name: string, localPart: string, place: Place): boolean {
  if (place.domain === 'own') return ownDomainShapes.has(shapeOf(name));
  const whole = shapeOf(localPart);
  return systemShapes.has(shapeOf(name)) || systemShapes.has(whole) || roleShapes.has(whole);
}
