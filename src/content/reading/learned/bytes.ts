import { readFileSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** A file's bytes, in memory that this thread shares with those that it starts from now on. */
export function sharedBytes(file: URL): Uint8Array {
  const known = getEnvironmentData(file.href);
  if (known instanceof SharedArrayBuffer) return new Uint8Array(known);
  const bytes = readFileSync(file);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  setEnvironmentData(file.href, shared.buffer);
  return shared;
}
