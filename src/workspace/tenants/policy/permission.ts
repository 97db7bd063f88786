import { AppError } from '#kernel/catalogue/errors.ts';
import type { Level } from '#kernel/catalogue/permissions.ts';
import type { PolicyEntry, PolicyPatch, StoredPolicy } from './catalogue.ts';
import { effectivePolicy, type Touched, touchedBy, valueIn } from './document.ts';

/** The values that platform keys have set on lower-only and stricter-only fields, by dotted path. */
export type Ceilings = Record<string, number | string>;

/** The facts about the tenant on which its limits depend. */
export type PolicyOwner = {
  policy: StoredPolicy;
  policy_ceilings: Ceilings;
  partner_id: string | null;
};

/**
 * Checks a policy change against the class of each field that it names (spec 2.3). A field counts as touched when it is
 * named, whatever its value. A reset counts as setting the default.
 * @throws AppError `scope_denied` with the dotted path of the first refused field
 */
export function authorizePolicyChange(level: Level, patch: PolicyPatch, owner: PolicyOwner): void {
  if (level === 'platform') return;
  const refused = touchedBy(patch).find((touched) => !maySet(level, touched, owner));
  if (refused) throw new AppError('scope_denied', { field: `policy.${refused.entry.path}` });
}

function maySet(level: Level, { entry, value }: Touched, owner: PolicyOwner): boolean {
  if (isLocked(level, entry)) return false;
  if (entry.field.class === 'stricter-only') return isStrictEnough(level, entry, owner, value);
  if (entry.field.class !== 'lower-only') return true;
  const limit = level === 'partner' ? partnerLimit(entry, owner) : personLimit(entry, owner);
  return Number(value ?? entry.field.default) <= limit;
}

/** Whether a value is within the limits of the level (`partnerLimit` and `personLimit` below). */
export function isStrictEnough(
  level: Level,
  entry: PolicyEntry,
  owner: PolicyOwner,
  value: unknown,
): boolean {
  const { field, path } = entry;
  const limits = [owner.policy_ceilings[path] ?? field.default];
  if (level === 'partner') limits.push(field.default);
  else if (owner.partner_id !== null) limits.push(valueIn(effectivePolicy(owner), entry));
  return limits.every((limit) => field.includes!(value ?? field.default, limit));
}

/**
 * The fields that this level cannot set. `key-release` is for platform and partner keys, never for the tenant itself.
 */
export const isLocked = (level: Level, { field }: PolicyEntry): boolean =>
  field.class === 'platform-only' || (field.class === 'key-release' && level === 'tenant');

/**
 * The highest value that a partner key may set: the default, or the platform's ceiling if that is lower.
 */
const partnerLimit = (entry: PolicyEntry, { policy_ceilings }: PolicyOwner): number =>
  Math.min(Number(entry.field.default), Number(policy_ceilings[entry.path] ?? Number.POSITIVE_INFINITY));

/**
 * The highest value that members may set in the console, which the specification leaves open: the platform's ceiling for
 * this workspace, or else the default. In the workspace of a partner, members can only lower the current value, because the
 * partner may have set it and only the partner can raise it again.
 */
export function personLimit(entry: PolicyEntry, owner: PolicyOwner): number {
  const allowed = Number(owner.policy_ceilings[entry.path] ?? entry.field.default);
  if (owner.partner_id === null) return allowed;
  return Math.min(allowed, Number(valueIn(effectivePolicy(owner), entry)));
}

/**
 * The ceilings after a change: a value that a platform key sets on a lower-only or stricter-only field becomes its ceiling,
 * and a reset removes the ceiling. Other keys never change a ceiling.
 */
export function nextCeilings(level: Level, patch: PolicyPatch, ceilings: Ceilings): Ceilings {
  if (level !== 'platform') return ceilings;
  const next = { ...ceilings };
  for (const { entry, value } of touchedBy(patch)) {
    const { class: name } = entry.field;
    if (name !== 'lower-only' && name !== 'stricter-only') continue;
    if (value === null) delete next[entry.path];
    else next[entry.path] = name === 'lower-only' ? Number(value) : String(value);
  }
  return next;
}
