import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): string => readFileSync(join(process.cwd(), file), 'utf8');
/** pdf.js, as the server itself has it to read the text of PDFs: half a megabyte that only readers of a PDF fetch. */
const library = (): string => read('node_modules/unpdf/dist/pdfjs.mjs');

const parts: Record<string, () => string> = {
  renderer: () => read('public/pdf-renderer.mjs'),
  library,
  thread: () => asPlainScript(library()),
};

/** A module as a plain script, because browsers do not run a module as a worker of a document without an origin. */
const asPlainScript = (module: string): string =>
  module.replaceAll('import.meta', '({ url: "" })').replace(/\bexport\s*\{[^{}]*\};?/, '');

const made = new Map<string, string>();

/**
 * A script of the document in which PDFs are drawn; null if there is no such script. The server compresses it, like every
 * response.
 */
export function pdfScript(part: string | null): Response | null {
  if (part === null || !Object.hasOwn(parts, part)) return null;
  const script = made.get(part) ?? parts[part]!();
  made.set(part, script);
  return new Response(script, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'private, max-age=86400',
    },
  });
}
