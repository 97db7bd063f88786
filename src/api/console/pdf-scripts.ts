import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** pdf.js, as the server itself has it to read the text of PDFs: half a megabyte that only readers of a PDF fetch. */
const files = { library: 'node_modules/unpdf/dist/pdfjs.mjs', renderer: 'public/pdf-renderer.mjs' } as const;
type Part = keyof typeof files;

const packed = new Map<Part, Uint8Array<ArrayBuffer>>();

/** A script of the document in which PDFs are drawn; null for none. */
export function pdfScript(part: string | null): Response | null {
  if (part !== 'library' && part !== 'renderer') return null;
  const script =
    packed.get(part) ?? Uint8Array.from(gzipSync(readFileSync(join(process.cwd(), files[part]))));
  packed.set(part, script);
  return new Response(script, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Cache-Control': 'private, max-age=86400',
    },
  });
}
