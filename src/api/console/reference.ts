import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiAnswer } from '#api/rest/exchange.ts';
import type { Config } from '#kernel/base/config.ts';
import { llmsText } from './llms.ts';

/** For coding agents that integrate us. */
const SKILL = 'docs/skill/SKILL.md';
const SCALAR = 'node_modules/@scalar/api-reference/dist/browser/standalone.js';

/** What answers without a session: the program of the page `/docs`, and what models read. */
export const openFiles: Record<string, (config: Config) => Promise<ApiAnswer>> = {
  '/docs/reference.js': serveScalar,
  '/llms.txt': async (config) => ({
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
    body: llmsText(config),
  }),
  '/skill.md': async () => ({
    status: 200,
    headers: { 'Content-Type': 'text/markdown; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
    body: await readFile(join(process.cwd(), SKILL)),
  }),
};

/** From the package that is installed here: nothing is fetched from elsewhere. */
async function serveScalar(): Promise<ApiAnswer> {
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=86400',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  return { status: 200, headers, body: await readFile(join(process.cwd(), SCALAR)) };
}
