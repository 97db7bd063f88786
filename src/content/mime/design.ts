import { readEntityTree } from './entity-tree.ts';
import { readHeaderBlock } from './header-block.ts';
import { parseLimits } from './limits.ts';
import { readBody } from './message-body.ts';

/**
 * The HTML of a message with its design, as far as nothing in it runs, loads or leaves its place; null when it has no HTML or
 * cannot be read. Call it off the main thread: a large message takes a second.
 */
export function designOf(raw: Uint8Array): string | null {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const { headerBytes: maxBytes, headerFields: maxFields } = parseLimits;
  const header = readHeaderBlock(bytes, 0, bytes.length, { maxBytes, maxFields });
  const { html, flags } = readBody(bytes, readEntityTree(bytes, header), true);
  // What was too deep or too slow has no design left: the stored HTML says it better.
  return flags.has('parse_degraded') ? null : html;
}
