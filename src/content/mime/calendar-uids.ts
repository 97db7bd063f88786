import { singleLine } from './safe-text.ts';
import type { ParsedAttachment } from './types.ts';

const MAX_BYTES = 256 * 1024;
const MAX_UIDS = 20;

/** UIDs of the entries in calendar files (RFC 5545 3.8.4.7), folded lines joined. */
export function calendarUids(attachments: readonly ParsedAttachment[]): string[] {
  const uids = new Set<string>();
  for (const { contentType, filename, content } of attachments) {
    if (contentType !== 'text/calendar' && contentType !== 'application/ics' && !/\.ics$/i.test(filename))
      continue;
    const text = new TextDecoder().decode(content.subarray(0, MAX_BYTES)).replace(/\r?\n[ \t]/g, '');
    for (const [, value] of text.matchAll(/^UID(?:;[^:\r\n]{0,200})?:([^\r\n]{1,255})\r?$/gim)) {
      const uid = singleLine(value!, 255).trim();
      if (uid !== '' && uids.size < MAX_UIDS) uids.add(uid);
    }
  }
  return [...uids];
}
