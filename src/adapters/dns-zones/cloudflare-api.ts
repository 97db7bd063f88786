import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { readBounded } from '#kernel/operation/bounded-body.ts';

/** Cloudflare responds to most calls within a second, and people are waiting. */
const TIMEOUT_MS = 10_000;
/** Seconds to wait if a 429 does not name a time. The window is five minutes, most of which will have passed. */
const DEFAULT_RETRY_AFTER = 60;
/** A zone that was added too often can be added again after three hours (spec 7.2). */
const ZONE_RETRY_AFTER = 10_800;
const MAX_TEXT = 300;

/** Error codes of the API that we handle separately (developers.cloudflare.com/api, error responses). */
export const CODES = {
  zoneExists: 1061,
  tooManyAttempts: 1105,
  recordExists: [81057, 81058],
  recordMissing: [81044],
  zoneMissing: [1001, 7003],
} as const;
/** The name cannot be a zone at all: not registered, banned, or a subdomain without the plan for it. */
const ZONE_NOT_ALLOWED = new Set([1049, 1097, 1099, 1116]);
const TOKEN_REFUSED = new Set([6003, 6111, 9106, 9109, 10000, 10001]);

/** The envelope of every response. */
const envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.int(), message: z.string() })).default([]),
  result: z.unknown(),
  result_info: z.object({ page: z.int(), total_pages: z.int().optional() }).nullish(),
});
export type ApiEnvelope = z.output<typeof envelope>;

/** A refusal by the Cloudflare API, with its codes. `toAppError` converts it to an error of our API. */
export class CloudflareRefusal extends Error {
  readonly status: number;
  readonly codes: readonly number[];
  readonly retryAfter: number | null;

  constructor(status: number, errors: ApiEnvelope['errors'], retryAfter: number | null) {
    super(
      errors
        .map(({ code, message }) => `${code} ${message}`)
        .join('; ')
        .slice(0, MAX_TEXT) || `HTTP ${status}`,
    );
    this.status = status;
    this.codes = errors.map(({ code }) => code);
    this.retryAfter = retryAfter;
  }

  is(...codes: number[]): boolean {
    return this.codes.some((code) => codes.includes(code));
  }

  toAppError(): AppError {
    const fallback = this.is(CODES.tooManyAttempts) ? ZONE_RETRY_AFTER : DEFAULT_RETRY_AFTER;
    const retryAfter = this.retryAfter ?? fallback;
    if (this.status === 429 || this.is(CODES.tooManyAttempts))
      return new AppError('upstream_rate_limited', { retry_after: retryAfter }, { retryAfter });
    const details = { provider: 'cloudflare', message: this.message };
    if (this.status === 401 || this.codes.some((code) => TOKEN_REFUSED.has(code)))
      return new AppError('cf_token_required', { ...details, reason: 'token_refused' });
    // The API documents the hold by its message, not by a code.
    if (/\b(?:hold|held)\b/i.test(this.message)) return new AppError('zone_hold', details);
    if (this.codes.some((code) => ZONE_NOT_ALLOWED.has(code)))
      return new AppError('scope_denied', { ...details, reason: 'zone_not_allowed' });
    return new AppError('upstream_error', details);
  }
}

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  body?: unknown;
};

/**
 * One call of the Cloudflare API, version 4.
 * @throws CloudflareRefusal for a refusal; AppError `upstream_error` for a malformed response or none
 */
export async function callApi(
  { url, token }: { url: string; token: string },
  { method, path, query = {}, body }: ApiRequest,
): Promise<ApiEnvelope> {
  const target = new URL(`${url}${path}`);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  let status = 0;
  let retryAfter: number | null = null;
  try {
    const response = await fetch(target, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = response.status;
    retryAfter = secondsOf(response.headers.get('retry-after'));
    const bytes = await readBounded({
      header: (name) => response.headers.get(name),
      body: response.body,
    });
    const parsed = envelope.parse(JSON.parse(bytes.toString('utf8')));
    if (response.ok && parsed.success) return parsed;
    throw new CloudflareRefusal(status, parsed.errors, retryAfter);
  } catch (error) {
    if (error instanceof CloudflareRefusal) throw error;
    // The error page of an intermediate proxy has no envelope.
    if (status >= 400) throw new CloudflareRefusal(status, [], retryAfter);
    throw new AppError('upstream_error', { provider: 'cloudflare', message: 'There was no proper answer.' });
  }
}

const secondsOf = (header: string | null): number | null =>
  header !== null && /^\d{1,5}$/.test(header) ? Math.max(1, Number(header)) : null;
