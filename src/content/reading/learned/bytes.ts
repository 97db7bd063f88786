import { readFileSync } from 'node:fs';

/** A file's bytes, aligned so that typed arrays can be laid over them. */
export function alignedBytes(file: URL): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  // Node reads small files into a shared pool.
  return byteOffset === 0 ? bytes : bytes.slice();
}
