import { parse } from 'tldts';
import { after, DAY } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { CheckTrigger } from './checks-repository.ts';
import type { DomainRow } from './repository.ts';
import type { Registration } from './schema.ts';

/** A registry is queried weekly, or daily while it does not respond. */
const KNOWN_MS = 7 * DAY;
const UNKNOWN_MS = DAY;

/** The registry's current answer; undefined if it was not queried. */
export type Asked = Registration | null | undefined;

/**
 * Queries the registry of a domain when that is due, and only in checks that nobody waits for. If it does not respond,
 * nothing changes. Never throws.
 */
export async function askRegistry(
  { registry, log }: Pick<Services, 'registry' | 'log'>,
  domain: DomainRow,
  trigger: CheckTrigger,
  now: Date,
): Promise<Asked> {
  if (registry === null || trigger === 'request' || !isDue(domain, now)) return undefined;
  // The names below a private suffix such as github.io are not registered themselves.
  const name = parse(domain.zone).domain;
  if (name !== domain.zone) return undefined;
  const found = await registry.find(name);
  if (found === null)
    log.debug({ domain_id: domain.id }, 'no registry returned registration data for a domain');
  return found;
}

function isDue({ registration, registration_asked_at }: DomainRow, now: Date): boolean {
  if (registration_asked_at === null) return true;
  return after(new Date(registration_asked_at), registration === null ? UNKNOWN_MS : KNOWN_MS) <= now;
}

/**
 * Whether the domain was registered after its present owner had proven it here. That means that it expired and now belongs
 * to somebody else (spec 6.4, `registration_changed`). A transfer to another registrar keeps the date.
 */
export function isRegisteredAnew(
  { proven_at }: Pick<DomainRow, 'proven_at'>,
  registration: Registration | null,
): boolean {
  if (proven_at === null || !registration?.registered_at) return false;
  // A tolerance of a day, for registries that give a date without a time or time zone.
  return new Date(registration.registered_at) > after(new Date(proven_at), DAY);
}
