/** A custom header that breaks a rule, by its code in the error catalogue (interface-spec 7.2). */
export type HeaderViolation = {
  code: 'header_not_allowed' | 'invalid_request';
  path: string;
  message: string;
};

/** Interface-spec 8.2, in bytes; `nonX` counts the headers that the service sets as well. */
export const headerLimits = { nameBytes: 100, valueBytes: 2_048, totalBytes: 16_384, nonX: 20 } as const;

const X_NAME = /^X-[A-Za-z0-9_-]+$/i;
/** Names that only the service sets. */
const RESERVED = /^X-(?:AI-Generated$|Proofmail(?:$|[-_]))/i;

/** The other names that a caller may set; null takes any text (interface-spec 4.6 rule 5). */
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
  if (Object.hasOwn(ALLOWED, name.toLowerCase())) return null;
  if (RESERVED.test(name)) return refuse('This header is set by the service only.');
  if (!X_NAME.test(name)) {
    return refuse(`Only X- names and ${Object.keys(ALLOWED).join(', ')} can be set.`);
  }
  if (name.length > headerLimits.nameBytes)
    return refuse(`The name is longer than ${headerLimits.nameBytes} bytes.`);
  return null;
};

const valueViolation = (name: string, value: string, path: string): HeaderViolation | null => {
  const refuse = (message: string): HeaderViolation => ({ code: 'invalid_request', path, message });
  if (/[^\P{Cc}\t]/u.test(value) || /[\p{Zl}\p{Zp}]/u.test(value) || !value.isWellFormed()) {
    return refuse('The value contains line breaks or other control characters.');
  }
  if (value.trim() === '') return refuse('The value is empty.');
  if (Buffer.byteLength(value) > headerLimits.valueBytes) {
    return refuse(`The value is longer than ${headerLimits.valueBytes} bytes.`);
  }
  const choices = Object.hasOwn(ALLOWED, name.toLowerCase()) ? ALLOWED[name.toLowerCase()] : null;
  if (choices && !choices.includes(value.trim().toLowerCase()))
    return refuse(`The value must be one of ${choices.join(', ')}.`);
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
      message: `The headers are ${bytes} bytes together, more than ${headerLimits.totalBytes}.`,
    });
  }
  const nonX = [...names, ...serviceHeaders].filter((name) => !isXName(name)).length;
  if (nonX > headerLimits.nonX && names.some((name) => !isXName(name))) {
    violations.push({
      code: 'invalid_request',
      path: 'headers',
      message: `The message would have ${nonX} headers other than X- ones, more than ${headerLimits.nonX}.`,
    });
  }
  return violations;
};

/**
 * Checks the custom headers of a send (interface-spec 4.6 rule 5 and 8.2). Names match without regard to
 * case. `serviceHeaders` are the names that the service itself will set on this message (`serviceHeaderNames`).
 * Returns every violation; empty when all is well.
 */
export const checkCustomHeaders = (
  headers: Readonly<Record<string, string>>,
  serviceHeaders: readonly string[] = [],
): HeaderViolation[] => {
  const violations: HeaderViolation[] = [];
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    // A name may be as long as the request; its beginning tells which one it is.
    const path = `headers.${name.slice(0, 200)}`;
    const found = nameViolation(name, path) ?? valueViolation(name, value, path);
    if (found) violations.push(found);
    if (seen.has(name.toLowerCase())) {
      violations.push({
        code: 'invalid_request',
        path,
        message: 'Another header differs from this one only in case.',
      });
    }
    seen.add(name.toLowerCase());
  }
  return [...violations, ...totalViolations(headers, serviceHeaders)];
};
