import { z } from 'zod';
import { isField, type Policy, type PolicyField, type PolicyPatch, policyTree } from './catalogue.ts';

/** Builds an object schema from the catalogue: `leaf` makes the schema of a field, `group` wraps a group's object. */
function fromCatalogue(
  leaf: (field: PolicyField<unknown>) => z.ZodType,
  object: (shape: z.ZodRawShape) => z.ZodType,
  group: (schema: z.ZodType) => z.ZodType,
): z.ZodType {
  const shape = Object.entries(policyTree).map(([name, value]) => {
    if (isField(value)) return [name, leaf(value)];
    const inner = Object.entries(value).map(([key, field]) => [key, leaf(field)]);
    return [name, group(object(Object.fromEntries(inner)))];
  });
  return object(Object.fromEntries(shape));
}

const classNotes = {
  'platform-only': 'Only platform keys may set it.',
  'lower-only':
    'Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower.',
  'stricter-only':
    'Partner keys may set it only to values that include the default and the value that a platform key has set.',
  free: '',
  'key-release': "Platform keys and the tenant's own partner may set it.",
} as const;

const documentation = (field: PolicyField<unknown>): string =>
  `${field.description} Default: ${JSON.stringify(field.default)}. ${classNotes[field.class]}`.trim();

/** The policy in responses, with every field. */
export const policySchema = fromCatalogue(
  (field) => field.schema.meta({ description: documentation(field) }),
  (shape) => z.object(shape),
  (group) => group,
).meta({ id: 'TenantPolicy', description: 'The effective policy.' }) as unknown as z.ZodType<Policy, Policy>;

/** The policy in requests: any part of it. Unknown fields and values out of range are refused with their path. */
export const policyPatchSchema = fromCatalogue(
  (field) =>
    field.schema
      .nullable()
      .optional()
      .meta({ description: documentation(field) }),
  (shape) => z.strictObject(shape),
  (group) => group.nullable().optional(),
).meta({
  id: 'TenantPolicyPatch',
  description:
    'Fields that are given are changed, null resets a field to its default, and fields that are left out stay ' +
    'unchanged.',
}) as unknown as z.ZodType<PolicyPatch, PolicyPatch>;
