import { TRPCClientError } from '@trpc/client';
import { errorWords, fieldsOfCode } from '../labels/errors.ts';
import { CallError, type Failure } from './call-json.ts';

export type { Failure } from './call-json.ts';

const UNREACHABLE: Failure = {
  code: 'unreachable',
  message: 'The deployment does not respond.',
  fix: 'Check your connection, then try again.',
  retryable: true,
  details: null,
};

/** Reads the error envelope (spec 7.1) from what a call threw, with texts for people (labels/errors.ts). */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return inWords(error.failure);
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  const envelope = fieldOf(data, 'error');
  const code = fieldOf(envelope, 'code');
  if (typeof code !== 'string') return UNREACHABLE;
  return inWords({
    code,
    message: textOf(envelope, 'message'),
    fix: textOf(envelope, 'fix'),
    retryable: fieldOf(envelope, 'retryable') === true,
    details: fieldOf(envelope, 'details') ?? null,
    requestId: textOf(envelope, 'request_id'),
  });
}

const inWords = (failure: Failure): Failure => ({ ...failure, ...errorWords(failure.code, failure) });

/** The first problem with an invalid input, for example `Use an email address.` */
export function firstProblem({ details }: Failure): string | null {
  const errors = fieldOf(details, 'errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  const message = fieldOf(first, 'message');
  return typeof message === 'string' ? message : null;
}

/**
 * The problem of each field, by its dotted path, in a sentence that says what to do. `fieldsOfCode` lists the fields of
 * errors without a path.
 */
export function problemsOf({ code, details, message, fix }: Failure): Map<string, string> {
  const errors = fieldOf(details, 'errors');
  const named = Array.isArray(errors)
    ? errors.map((error): [string, string] => [textOf(error, 'path'), textOf(error, 'message')])
    : [];
  const field = fieldOf(details, 'field');
  if (typeof field === 'string') named.push([field, `${message} ${fix}`]);
  for (const path of fieldsOfCode(code)) named.push([path, `${message} ${fix}`]);
  const problems = new Map<string, string>();
  for (const [path, sentence] of named) if (path !== '' && !problems.has(path)) problems.set(path, sentence);
  return problems;
}

/** The problem of a field or a part of it: `to` covers `to.0`. Null if there is none. */
export function problemAt(problems: ReadonlyMap<string, string>, path: string): string | null {
  const found = [...problems].find(([named]) => named === path || named.startsWith(`${path}.`));
  return found?.[1] ?? null;
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

function textOf(value: unknown, field: string): string {
  const text = fieldOf(value, field);
  return typeof text === 'string' ? text : '';
}
