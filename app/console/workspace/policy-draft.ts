import type { RouterInputs, RouterOutputs } from '#api/trpc/router.ts';

export type Settings = RouterOutputs['tenants']['settings'];
export type PolicyRule = Settings['policy'][number];
type Patch = NonNullable<RouterInputs['tenants']['change_settings']['policy']>;

/** Unsaved changes by path. Null resets a field to its default. */
export type Draft = ReadonlyMap<string, unknown>;

/** The value that the form shows: the unsaved one, or else the current one. */
export function shownValue(rule: PolicyRule, draft: Draft): unknown {
  if (!draft.has(rule.path)) return rule.value;
  return draft.get(rule.path) ?? rule.default;
}

/** Adds a change to the draft, or removes it when the value is the current one. */
export function withField(draft: Draft, rule: PolicyRule, value: unknown): Draft {
  const next = new Map(draft);
  if (JSON.stringify(value ?? rule.default) === JSON.stringify(rule.value)) next.delete(rule.path);
  else next.set(rule.path, value);
  return next;
}

/**
 * The change that resets a field: null for the default, or the highest value that is allowed here when the default is
 * above it. Undefined when there is nothing to reset.
 */
export function resetValue(rule: PolicyRule, draft: Draft): { value: unknown } | undefined {
  const fallback = Number(rule.default);
  const tooMuch = rule.most !== null && fallback > rule.most;
  const target = tooMuch ? rule.most : rule.default;
  if (JSON.stringify(shownValue(rule, draft)) === JSON.stringify(target)) return undefined;
  return { value: tooMuch ? rule.most : null };
}

/** The draft as the nested patch that the server expects. */
export function patchOf(draft: Draft): Patch {
  const patch: Record<string, unknown> = {};
  for (const [path, value] of draft) {
    const [first = '', second] = path.split('.');
    if (second === undefined) patch[first] = value;
    else patch[first] = { ...(patch[first] as object | undefined), [second]: value };
  }
  return patch as Patch;
}

type NumberSchema = { type: 'integer' | 'number'; minimum?: number; maximum?: number };

const isNumber = (schema: { type?: unknown }): schema is NumberSchema =>
  schema.type === 'integer' || schema.type === 'number';

/** The schema of a number field, also if it can be null; null for all other fields. */
export function numberSchema({ schema }: PolicyRule): NumberSchema | null {
  const forms = [schema, ...((schema.anyOf as { type?: unknown }[] | undefined) ?? [])];
  return forms.find(isNumber) ?? null;
}

/** The bounds of a number, from its schema and from the limits here. */
export function boundsOf(rule: PolicyRule): { min: number; max: number } {
  const { most } = rule;
  const schema = numberSchema(rule);
  const upper = Number(schema?.maximum);
  return { min: Number(schema?.minimum), max: most === null ? upper : Math.min(upper, most) };
}

/** Checks a value before it is sent to the server. Null when it is valid. */
export function problemWith(rule: PolicyRule, value: unknown): string | null {
  const schema = numberSchema(rule);
  if (!schema) return null;
  const { min, max } = boundsOf(rule);
  if (typeof value !== 'number' || Number.isNaN(value)) return 'Enter a number.';
  if (schema.type === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.';
  if (value < min) return `Enter ${min} or more.`;
  return value > max ? `Enter ${max} or less.` : null;
}
