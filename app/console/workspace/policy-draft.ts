import type { RouterInputs, RouterOutputs } from '#api/trpc/router.ts';

export type Settings = RouterOutputs['tenants']['settings'];
export type PolicyRule = Settings['policy'][number];
type Patch = NonNullable<RouterInputs['tenants']['change_settings']['policy']>;

/** Fields that were changed and not saved yet, by path; null goes back to the default. */
export type Draft = ReadonlyMap<string, unknown>;

/** The value that the form shows: the draft's, else the one that applies. */
export function shownValue(rule: PolicyRule, draft: Draft): unknown {
  if (!draft.has(rule.path)) return rule.value;
  return draft.get(rule.path) ?? rule.default;
}

/** The draft with one field more, or with one less where it is what applies anyway. */
export function withField(draft: Draft, rule: PolicyRule, value: unknown): Draft {
  const next = new Map(draft);
  if (JSON.stringify(value ?? rule.default) === JSON.stringify(rule.value)) next.delete(rule.path);
  else next.set(rule.path, value);
  return next;
}

/**
 * What brings a field back: the default by null, or where that is more than people here may set, the most they may.
 * Undefined when it stands there already.
 */
export function resetValue(rule: PolicyRule, draft: Draft): { value: unknown } | undefined {
  const fallback = Number(rule.default);
  const tooMuch = rule.most !== null && fallback > rule.most;
  const target = tooMuch ? rule.most : rule.default;
  if (JSON.stringify(shownValue(rule, draft)) === JSON.stringify(target)) return undefined;
  return { value: tooMuch ? rule.most : null };
}

/** The draft as the deep patch that the server takes. */
export function patchOf(draft: Draft): Patch {
  const patch: Record<string, unknown> = {};
  for (const [path, value] of draft) {
    const [first = '', second] = path.split('.');
    if (second === undefined) patch[first] = value;
    else patch[first] = { ...(patch[first] as object | undefined), [second]: value };
  }
  return patch as Patch;
}

/** The least and the most that a number may be: of the field, and of what people here may set. */
export function boundsOf({ schema, most }: PolicyRule): { min: number; max: number } {
  const upper = Number(schema.maximum);
  return { min: Number(schema.minimum), max: most === null ? upper : Math.min(upper, most) };
}

/** What is wrong with a value before anybody asks the server; null when nothing is. */
export function problemWith(rule: PolicyRule, value: unknown): string | null {
  if (rule.schema.type !== 'integer' && rule.schema.type !== 'number') return null;
  const { min, max } = boundsOf(rule);
  if (typeof value !== 'number' || Number.isNaN(value)) return 'Write a number.';
  if (rule.schema.type === 'integer' && !Number.isInteger(value)) return 'Write a whole number.';
  if (value < min) return `At least ${min}.`;
  return value > max ? `At most ${max}.` : null;
}
