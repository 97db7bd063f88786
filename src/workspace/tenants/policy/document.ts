import {
  type Policy,
  type PolicyEntry,
  type PolicyPatch,
  policyEntries,
  type StoredPolicy,
} from './catalogue.ts';

/** A policy document of any kind as the loops below see it: fields, and groups of fields. */
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

/** The value of a field in a whole policy, or in what is stored of one. */
export const valueIn = (policy: Policy | StoredPolicy, entry: PolicyEntry): unknown =>
  valueAt(policy as Document, entry);

/** One field that a patch names, with its new value; null resets it. */
export type Touched = { entry: PolicyEntry; value: unknown };

/** Every field that a patch names, in the catalogue's order. A group that is null names all of its fields. */
export function touchedBy(patch: PolicyPatch): Touched[] {
  const document = patch as Document;
  return policyEntries.flatMap((entry) => {
    if (entry.group !== null && document[entry.group] === null) return [{ entry, value: null }];
    const value = valueAt(document, entry);
    return value === undefined ? [] : [{ entry, value }];
  });
}

/** The stored document after a patch (interface-spec 2.3): a deep merge in which null takes a field out. */
export function mergePolicy(stored: StoredPolicy, patch: PolicyPatch): StoredPolicy {
  const changes = new Map(touchedBy(patch).map(({ entry, value }) => [entry.path, value]));
  const merged: Document = {};
  for (const entry of policyEntries) {
    const value = changes.has(entry.path) ? changes.get(entry.path) : valueAt(stored as Document, entry);
    if (value !== undefined && value !== null) place(merged, entry, value);
  }
  return merged as StoredPolicy;
}

/**
 * The policy that applies: the deployment's defaults, then what was set for the tenant (decisions.md section 2).
 * Stored fields that the catalogue does not know are left out.
 */
export function effectivePolicy(tenant: { policy: StoredPolicy }): Policy {
  const policy: Document = {};
  for (const entry of policyEntries) {
    place(policy, entry, valueAt(tenant.policy as Document, entry) ?? entry.field.default);
  }
  return policy as Policy;
}
