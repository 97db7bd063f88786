import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCatalogue } from '#kernel/catalogue/error-catalogue.ts';
import type { ErrorCode } from '#kernel/catalogue/errors.ts';

// Records the error codes that the product returned in tests. Every HTTP response to a test is examined, from this process
// or another one, and the global teardown lists the codes that no test reached.

/** The environment variable with the folder in which the workers of a run record the codes. */
const VARIABLE = 'PM_TEST_REACHED_CODES';
const codes = Object.keys(errorCatalogue) as ErrorCode[];
const known = new Set<string>(codes);
const seen = new Set<string>();
/** Error responses are small; a large response is a file. */
const MAX_TEXT = 100_000;

export function startNoting(): { missing(): ErrorCode[]; end(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'proofmail-codes-'));
  process.env[VARIABLE] = directory;
  return {
    missing() {
      const files = globSync('*', { cwd: directory });
      const all = new Set(files.flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n')));
      return codes.filter((code) => !all.has(code));
    },
    end: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Records the codes in a response without consuming its body. */
export async function noteCodes(response: Response): Promise<void> {
  const directory = process.env[VARIABLE];
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  if (!directory || !isJson || response.status < 400 || response.bodyUsed) return;
  const text = await response.clone().text();
  if (text.length > MAX_TEXT) return;
  for (const [, code] of text.matchAll(/"code":"([a-z0-9_]+)"/g)) {
    if (!known.has(code!) || seen.has(code!)) continue;
    seen.add(code!);
    appendFileSync(join(directory, String(process.pid)), `${code}\n`);
  }
}

/** Examines every response that a test file's process fetches. Safe to repeat. */
export function watchFetch(): void {
  const { fetch } = globalThis;
  if ('isWatched' in fetch) return;
  const watched = async (...args: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...args);
    await noteCodes(response);
    return response;
  };
  globalThis.fetch = Object.assign(watched, { isWatched: true });
}
