import { decodeWords } from 'postal-mime';
import type { LeafEntity } from './entity-tree.ts';
import { parseLimits } from './limits.ts';
import { clipBytes, safeText, withoutDirectionCharacters } from './safe-text.ts';

const extensions: Record<string, string> = {
  'message/rfc822': '.eml',
  'message/global': '.eml',
  'message/delivery-status': '.txt',
  'message/feedback-report': '.txt',
  'message/disposition-notification': '.txt',
  'text/rfc822-headers': '.txt',
  'text/calendar': '.ics',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/csv': '.csv',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/ms-tnef': '.dat',
  'application/pgp-signature': '.asc',
};

/** Names that a Windows machine takes for devices, whatever follows the dot. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The sender's name for a part, decoded (RFC 2231, and RFC 2047 as many mailers write it); null when none. */
export function declaredFilename(leaf: LeafEntity): string | null {
  const name = leaf.disposition.parameters.get('filename') ?? leaf.type.parameters.get('name');
  if (name === undefined || name.trim() === '') return null;
  return name.includes('=?') ? decodeWords(name.slice(0, 4096)) : name;
}

/** A name safe on every file system and in headers: 1 to 255 bytes, extension kept. */
export function attachmentFilename(leaf: LeafEntity): string {
  const cleaned = cleanFilename(declaredFilename(leaf) ?? '');
  if (cleaned !== '') return cleaned;
  const base = leaf.type.value.startsWith('message/') ? 'message' : 'attachment';
  return `${base}-${leaf.path}${extensions[leaf.type.value] ?? '.bin'}`;
}

/** Removes path, control and direction characters and shortens from the middle; '' when nothing is left. */
export function cleanFilename(name: string): string {
  const lastSegment = safeText(name).split(/[/\\]/).at(-1) ?? '';
  const visible = withoutDirectionCharacters(lastSegment)
    .replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const harmless = deviceName.test(visible) ? `_${visible}` : visible;
  return shorten(harmless);
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= parseLimits.filenameBytes) return name;
  const extension = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? '';
  const base = name.slice(0, name.length - extension.length);
  return clipBytes(base, parseLimits.filenameBytes - Buffer.byteLength(extension)).trimEnd() + extension;
}
