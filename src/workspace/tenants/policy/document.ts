import {
  type Policy,
  type PolicyEntry,
  type PolicyPatch,
  policyEntries,
  type StoredPolicy,
} from './catalogue.ts';

/** A whole, stored or partial policy for the loops below: fields and groups of fields. */
type Document = Record<string, unknown>;

function valueAt(document: Document, entry: PolicyEntry): unknown {
  if (entry.group === null) return document[entry.name];
  return (document[entry.group] as Document | undefined)?.[entry.name];
}

function place(document: Document, entry: PolicyEntry, value: unknown): void {
  if (entry.group === null) {
    document[entry.name] = value;
    return;
  }
  const group = (document[entry.group] ?? {}) as Document;
  document[entry.group] = group;
  group[entry.name] = value;
}

/** The value of a field, in a whole policy or in a stored one. */
export const valueIn = (policy: Policy | StoredPolicy, entry: PolicyEntry): unknown =>
  valueAt(policy as Document, entry);

/** A field named in a patch, with its new value; null resets it. */
export type Touched = { entry: PolicyEntry; value: unknown };

/** Every field named in a patch, in the catalogue's order. A group that is null stands for all of its fields. */
export function touchedBy(patch: PolicyPatch): Touched[] {
  const document = patch as Document;
  return policyEntries.flatMap((entry) => {
    if (entry.group !== null && document[entry.group] === null) return [{ entry, value: null }];
    const value = valueAt(document, entry);
    return value === undefined ? [] : [{ entry, value }];
  });
}

/** Whether null is a valid value of the field other than its default. */
const takesNull = ({ field }: PolicyEntry): boolean =>
  field.default !== null && field.schema.safeParse(null).success;

/** Whether the patch resets the field: by null for its whole group, or for a field for which null is not a value. */
const resets = (patch: Document, entry: PolicyEntry): boolean =>
  (entry.group !== null && patch[entry.group] === null) ||
  (valueAt(patch, entry) === null && !takesNull(entry));

/**
 * The stored document after a patch (spec 2.3): a deep merge in which null removes a field, unless null is one of its
 * values.
 */
export function mergePolicy(stored: StoredPolicy, patch: PolicyPatch): StoredPolicy {
  const changes = new Map(touchedBy(patch).map(({ entry, value }) => [entry.path, value]));
  const merged: Document = {};
  for (const entry of policyEntries) {
    const value = changes.has(entry.path) ? changes.get(entry.path) : valueAt(stored as Document, entry);
    const isReset = changes.has(entry.path) && resets(patch as Document, entry);
    if (value !== undefined && !isReset) place(merged, entry, value);
  }
  return merged as StoredPolicy;
}

/**
 * The effective policy: the defaults of the deployment, overridden by what was set for the tenant (decisions.md
 * section 2). Stored fields that the catalogue does not know are ignored.
 */
export function effectivePolicy(tenant: { policy: StoredPolicy }): Policy {
  const policy: Document = {};
  for (const entry of policyEntries) {
    const stored = valueAt(tenant.policy as Document, entry);
    place(policy, entry, stored === undefined ? entry.field.default : stored);
  }
  return policy as Policy;
}
