import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/**
 * One sentence on how to correct a value that a schema refuses. It is used wherever a schema has no sentence of its own, so
 * that callers do not see the library's texts. Undefined leaves the text to the library.
 */
export function inputSentence(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format] ?? 'Write the value in the form that the API reference shows.';
    case 'invalid_value':
      return `Use ${alternatives(issue.values)}.`;
    case 'not_multiple_of':
      return `Use a multiple of ${issue.divisor}.`;
    case 'invalid_union':
      return 'Use one of the forms that the API reference shows for this field.';
    case 'invalid_key':
      return 'Correct the name of this key: the API reference lists the allowed names.';
    case 'unrecognized_keys':
      return 'Unknown field: remove it, or correct its name.';
    default:
      return undefined;
  }
}

const types: Record<string, string> = {
  string: 'Use a text.',
  number: 'Use a number.',
  int: 'Use a whole number.',
  boolean: 'Use true or false.',
  array: 'Use a list.',
  object: 'Use an object.',
  record: 'Use an object.',
  null: 'Use null.',
};

function wrongType(expected: string, input: unknown): string {
  if (input === undefined) return 'Fill in this field, which is required.';
  return types[expected] ?? 'Use a value of the type that the API reference shows.';
}

const formats: Record<string, string> = {
  email: 'Use an email address, for example ada@example.com.',
  url: 'Use a URL, for example https://example.com/hooks.',
  date: 'Use a date, for example 2026-11-21.',
  datetime: 'Use a date and time with its offset, for example 2026-11-21T09:30:00Z.',
  base64: 'Use Base64.',
  base64url: 'Use Base64 for URLs, without padding.',
};

type Size = { origin: string; inclusive?: boolean | undefined };

function tooSmall({ origin, minimum, inclusive, exact }: Issue & { code: 'too_small' }): string {
  if (exact) return exactly(origin, minimum);
  if (isCounted(origin) && Number(minimum) === 1)
    return origin === 'string' ? 'Fill in this field.' : 'Send at least one item.';
  return sized({ origin, inclusive }, minimum, ['at least', 'more than']);
}

function tooBig({ origin, maximum, inclusive, exact }: Issue & { code: 'too_big' }): string {
  return exact ? exactly(origin, maximum) : sized({ origin, inclusive }, maximum, ['at most', 'less than']);
}

const isCounted = (origin: string): boolean => units[origin] !== undefined;

const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

const amountOf = (origin: string, limit: unknown): string => {
  const unit = units[origin];
  return unit ? `${String(limit)} ${unit[Number(limit) === 1 ? 0 : 1]}` : String(limit);
};

const exactly = (origin: string, limit: unknown): string => `Use exactly ${amountOf(origin, limit)}.`;

function sized({ origin, inclusive }: Size, limit: unknown, words: [including: string, beyond: string]) {
  const bound = words[inclusive === false ? 1 : 0];
  return isCounted(origin)
    ? `Use ${bound} ${amountOf(origin, limit)}.`
    : `Use a number of ${bound} ${String(limit)}.`;
}

/** The accepted values as `"live" or "test"`; a long list is cut. */
function alternatives(values: readonly unknown[]): string {
  const most = 12;
  const named = values
    .slice(0, most)
    .map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
  if (values.length > most)
    return `one of the ${values.length} values in the API reference, such as ${named[0]}`;
  const last = named.pop();
  return named.length === 0 ? String(last) : `${named.join(', ')} or ${last}`;
}
