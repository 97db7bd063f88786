import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

let packed: Uint8Array<ArrayBuffer> | undefined;

/** pdf.js, as the server itself has it to read the text of PDFs: half a megabyte that only readers of a PDF fetch. */
export function pdfLibrary(): Response {
  packed ??= Uint8Array.from(
    gzipSync(readFileSync(join(process.cwd(), 'node_modules/unpdf/dist/pdfjs.mjs'))),
  );
  return new Response(packed, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Cache-Control': 'private, max-age=86400',
    },
  });
}
