import { AppError } from '#kernel/errors.ts';
import type { Level } from '#kernel/permissions.ts';
import type { PolicyEntry, PolicyPatch } from './catalogue.ts';
import { type Touched, touchedBy } from './document.ts';

/** What platform keys have set on lower-only fields, by dotted path. */
export type Ceilings = Record<string, number>;

/**
 * Holds a policy change against the class of each field it names (interface-spec 2.3). A field counts as touched
 * when it is named, whatever its value. A reset counts as setting the default.
 * @throws AppError `scope_denied` with the dotted path of the first refused field
 */
export function authorizePolicyChange(level: Level, patch: PolicyPatch, ceilings: Ceilings): void {
  if (level === 'platform') return;
  const refused = touchedBy(patch).find((touched) => !partnerMay(touched, ceilings));
  if (refused) throw new AppError('scope_denied', { field: `policy.${refused.entry.path}` });
}

function partnerMay({ entry, value }: Touched, ceilings: Ceilings): boolean {
  if (entry.field.class === 'platform-only') return false;
  if (entry.field.class !== 'lower-only') return true;
  return Number(value ?? entry.field.default) <= partnerLimit(entry, ceilings);
}

/** The most that a partner key may set: the lower of the deployment's default and the platform's ceiling. */
const partnerLimit = (entry: PolicyEntry, ceilings: Ceilings): number =>
  Math.min(Number(entry.field.default), ceilings[entry.path] ?? Number.POSITIVE_INFINITY);

/**
 * The ceilings after a change: what a platform key sets on a lower-only field becomes its ceiling, and a reset
 * takes the ceiling away. Other keys never move a ceiling.
 */
export function nextCeilings(level: Level, patch: PolicyPatch, ceilings: Ceilings): Ceilings {
  if (level !== 'platform') return ceilings;
  const next = { ...ceilings };
  for (const { entry, value } of touchedBy(patch)) {
    if (entry.field.class !== 'lower-only') continue;
    if (value === null) delete next[entry.path];
    else next[entry.path] = Number(value);
  }
  return next;
}
