/** The result of `GET /health` (spec 4.2). Times are in milliseconds. */
export type Health =
  | { state: 'well'; version: string; commit: string; env: string; tookMs: number }
  | { state: 'unwell'; reason: string }
  | { state: 'silent' };

const DEADLINE_MS = 5000;

/** Checks the health of the deployment that served this page. Never throws: no response is a result, too. */
export async function lookUpHealth(): Promise<Health> {
  const started = performance.now();
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(DEADLINE_MS) });
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok)
      return {
        state: 'unwell',
        reason: reasonOf(body) ?? `The response had the HTTP status ${response.status}.`,
      };
    return {
      state: 'well',
      version: textAt(body, 'version') ?? 'unknown',
      commit: textAt(body, 'commit') ?? 'unknown',
      env: textAt(body, 'env') ?? 'unknown',
      tookMs: Math.round(performance.now() - started),
    };
  } catch {
    return { state: 'silent' };
  }
}

/** The message of the error envelope (spec 7.1). */
function reasonOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  return textAt(body.error, 'message');
}

function textAt(body: unknown, field: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' && value !== '' ? value : null;
}
