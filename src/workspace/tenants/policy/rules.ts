import { z } from 'zod';
import { type PolicyEntry, policyEntries } from './catalogue.ts';
import { effectivePolicy, valueIn } from './document.ts';
import { isLocked, isStrictEnough, type PolicyOwner, personLimit } from './permission.ts';

/** One field of the policy as the console shows it to the people of the workspace. */
export const policyRule = z.object({
  /** The dotted path, for example `quarantine.on_auth_fail`. */
  path: z.string(),
  group: z.string().nullable(),
  description: z.string(),
  /** The allowed values, as JSON Schema. */
  schema: z.record(z.string(), z.unknown()),
  default: z.unknown(),
  value: z.unknown(),
  /** Whether the value was set for this workspace. Otherwise it follows the default. */
  is_set: z.boolean(),
  /** Whether only the platform, or the partner that manages the workspace, can set it. */
  is_locked: z.boolean(),
  /** The highest value that members of the workspace may set; null when there is no such limit. */
  most: z.number().nullable(),
});

/** Every field in the catalogue's order, with the values that members may set. Operators may set all values. */
export const policyRules = (
  owner: PolicyOwner,
  level: 'platform' | 'tenant' = 'tenant',
): z.input<typeof policyRule>[] => {
  const effective = effectivePolicy(owner);
  return policyEntries.map((entry) => ({
    path: entry.path,
    group: entry.group,
    description: entry.field.description,
    schema: allowedValues(entry, owner, level),
    default: entry.field.default,
    value: valueIn(effective, entry),
    is_set: valueIn(owner.policy, entry) !== undefined,
    is_locked: level === 'tenant' && isLocked('tenant', entry),
    most: level === 'tenant' && entry.field.class === 'lower-only' ? personLimit(entry, owner) : null,
  }));
};

/** The schema of a field's allowed values. For a stricter-only field, only those that members may set. */
function allowedValues(
  entry: PolicyEntry,
  owner: PolicyOwner,
  level: 'platform' | 'tenant',
): Record<string, unknown> {
  const schema = z.toJSONSchema(entry.field.schema) as Record<string, unknown>;
  if (entry.field.class !== 'stricter-only' || level === 'platform') return schema;
  const values = schema.enum as unknown[];
  return { ...schema, enum: values.filter((value) => isStrictEnough('tenant', entry, owner, value)) };
}
