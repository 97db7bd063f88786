import { TRPCClientError } from '@trpc/client';
import { CallError, type Failure } from './call-json.ts';

export type { Failure } from './call-json.ts';

const UNREACHABLE: Failure = {
  code: 'unreachable',
  message: 'The deployment does not respond.',
  fix: 'Check your connection, then try again.',
  retryable: true,
  details: null,
};

/** Reads the error envelope (spec 7.1) from whatever a call threw. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure;
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  const envelope = fieldOf(data, 'error');
  const code = fieldOf(envelope, 'code');
  if (typeof code !== 'string') return UNREACHABLE;
  return {
    code,
    message: textOf(envelope, 'message'),
    fix: textOf(envelope, 'fix'),
    retryable: fieldOf(envelope, 'retryable') === true,
    details: fieldOf(envelope, 'details') ?? null,
  };
}

/** The first problem with an invalid input, for example `not an address`. */
export function firstProblem({ details }: Failure): string | null {
  const errors = fieldOf(details, 'errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  const message = fieldOf(first, 'message');
  return typeof message === 'string' ? message : null;
}

/** The problem of each field that the response names, by its dotted path. */
export function problemsOf({ code, details, message }: Failure): Map<string, string> {
  const errors = fieldOf(details, 'errors');
  const named = Array.isArray(errors)
    ? errors.map((error): [string, string] => [textOf(error, 'path'), textOf(error, 'message')])
    : [];
  const field = fieldOf(details, 'field');
  if (code === 'scope_denied' && typeof field === 'string') named.push([field, message]);
  return new Map(named.filter(([path]) => path !== ''));
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

function textOf(value: unknown, field: string): string {
  const text = fieldOf(value, field);
  return typeof text === 'string' ? text : '';
}
