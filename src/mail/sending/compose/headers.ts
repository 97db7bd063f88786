import { providerOf } from './provider-headers.ts';

/** A custom header that breaks a rule, with the error code of the catalogue (spec 7.2). */
export type HeaderViolation = {
  code: 'header_not_allowed' | 'invalid_request';
  path: string;
  message: string;
};

/** Spec 8.2, in bytes; `nonX` counts the headers that the service sets as well. */
export const headerLimits = { nameBytes: 100, valueBytes: 2_048, totalBytes: 16_384, nonX: 20 } as const;

/**
 * Some letters outside ASCII become ASCII in lower case (the Kelvin sign becomes `k`), so names are checked for ASCII
 * before they are compared.
 */
const ASCII_NAME = /^[\x21-\x39\x3b-\x7e]+$/;
const X_NAME = /^X-[A-Za-z0-9_-]+$/i;
/** Names that only the service sets. */
const RESERVED = /^X-(?:AI-Generated$|Proofmail(?:$|[-_]))/i;

/** The other names that a caller may set; null takes any text (spec 4.6 rule 5). */
const ALLOWED: Readonly<Record<string, readonly string[] | null>> = {
  importance: ['high', 'normal', 'low'],
  priority: ['normal', 'non-urgent', 'urgent'],
  sensitivity: ['personal', 'private', 'company-confidential'],
  keywords: null,
  comments: null,
  organization: null,
};

const isXName = (name: string): boolean => /^X-/i.test(name);

const nameViolation = (name: string, path: string): HeaderViolation | null => {
  const refuse = (message: string): HeaderViolation => ({ code: 'header_not_allowed', path, message });
  if (!ASCII_NAME.test(name))
    return refuse('Use only printable ASCII characters, without spaces or colons, in a header name.');
  if (Object.hasOwn(ALLOWED, name.toLowerCase())) return null;
  if (RESERVED.test(name)) return refuse('Remove this header: the service sets it.');
  if (!X_NAME.test(name)) {
    return refuse(`Use a name that begins with X-, or one of ${Object.keys(ALLOWED).join(', ')}.`);
  }
  const provider = providerOf(name);
  if (provider) return refuse(`Use another name: ${provider} would treat this header as an instruction.`);
  if (name.length > headerLimits.nameBytes)
    return refuse(`Use a name of at most ${headerLimits.nameBytes} bytes.`);
  return null;
};

const valueViolation = (name: string, value: string, path: string): HeaderViolation | null => {
  const refuse = (message: string): HeaderViolation => ({ code: 'invalid_request', path, message });
  if (/[^\P{Cc}\t]/u.test(value) || /[\p{Zl}\p{Zp}]/u.test(value) || !value.isWellFormed()) {
    return refuse('Remove the line breaks and other control characters from the value.');
  }
  if (value.trim() === '') return refuse('Give the header a value, or leave it out.');
  if (Buffer.byteLength(value) > headerLimits.valueBytes) {
    return refuse(`Use a value of at most ${headerLimits.valueBytes} bytes.`);
  }
  const choices = Object.hasOwn(ALLOWED, name.toLowerCase()) ? ALLOWED[name.toLowerCase()] : null;
  if (choices && !choices.includes(value.trim().toLowerCase()))
    return refuse(`Use one of these values: ${choices.join(', ')}.`);
  return null;
};

const totalViolations = (
  headers: Readonly<Record<string, string>>,
  serviceHeaders: readonly string[],
): HeaderViolation[] => {
  const violations: HeaderViolation[] = [];
  const names = Object.keys(headers);
  const bytes = names.reduce(
    (sum, name) => sum + Buffer.byteLength(name) + Buffer.byteLength(headers[name] ?? ''),
    0,
  );
  if (bytes > headerLimits.totalBytes) {
    violations.push({
      code: 'invalid_request',
      path: 'headers',
      message: `Shorten the headers: together they have ${bytes} bytes, and the limit is ${headerLimits.totalBytes}.`,
    });
  }
  const nonX = [...names, ...serviceHeaders].filter((name) => !isXName(name)).length;
  if (nonX > headerLimits.nonX && names.some((name) => !isXName(name))) {
    violations.push({
      code: 'invalid_request',
      path: 'headers',
      message: `Use fewer headers: ${nonX} of them do not begin with X-, and the limit is ${headerLimits.nonX}.`,
    });
  }
  return violations;
};

/**
 * Checks the custom headers of a send (spec 4.6 rule 5 and 8.2). Names match without regard to
 * case. `serviceHeaders` are the names that the service itself will set on this message (`serviceHeaderNames`).
 * Returns all violations; an empty list if there are none.
 */
export const checkCustomHeaders = (
  headers: Readonly<Record<string, string>>,
  serviceHeaders: readonly string[] = [],
): HeaderViolation[] => {
  const violations: HeaderViolation[] = [];
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    // A name may be as long as the request, and its beginning is enough to identify it.
    const path = `headers.${name.slice(0, 200)}`;
    const found = nameViolation(name, path) ?? valueViolation(name, value, path);
    if (found) violations.push(found);
    if (seen.has(name.toLowerCase())) {
      violations.push({
        code: 'invalid_request',
        path,
        message: 'Remove one of the two headers whose names differ only in upper and lower case.',
      });
    }
    seen.add(name.toLowerCase());
  }
  return [...violations, ...totalViolations(headers, serviceHeaders)];
};
