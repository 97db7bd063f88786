/** Families that a file may pass for another in: only a change of family is worth a warning. */
export type Family =
  | 'pdf'
  | 'image'
  | 'zip'
  | 'ole'
  | 'archive'
  | 'executable'
  | 'media'
  | 'rtf'
  | 'html'
  | 'svg'
  | 'text';

export type Sniffed = { contentType: string; family: Family };

type Signature = Sniffed & { at: number; magic: Buffer };

const signature = (magic: string, contentType: string, family: Family, at = 0): Signature => ({
  contentType,
  family,
  at,
  magic: Buffer.from(magic, 'latin1'),
});

/** Formats by their first bytes. `sniff` detects formats without a signature. */
const signatures: readonly Signature[] = [
  signature('\x89PNG\r\n\x1a\n', 'image/png', 'image'),
  signature('\xff\xd8\xff', 'image/jpeg', 'image'),
  signature('GIF87a', 'image/gif', 'image'),
  signature('GIF89a', 'image/gif', 'image'),
  signature('II*\0', 'image/tiff', 'image'),
  signature('MM\0*', 'image/tiff', 'image'),
  signature('\0\0\x01\0', 'image/vnd.microsoft.icon', 'image'),
  signature('PK\x03\x04', 'application/zip', 'zip'),
  signature('PK\x05\x06', 'application/zip', 'zip'),
  signature('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage', 'ole'),
  signature('\x1f\x8b\x08', 'application/gzip', 'archive'),
  signature('7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed', 'archive'),
  signature('Rar!\x1a\x07', 'application/vnd.rar', 'archive'),
  signature('\xfd7zXZ\0', 'application/x-xz', 'archive'),
  signature('1AY&SY', 'application/x-bzip2', 'archive', 4),
  signature('\x28\xb5\x2f\xfd', 'application/zstd', 'archive'),
  signature('MSCF\0\0\0\0', 'application/vnd.ms-cab-compressed', 'archive'),
  signature('ustar', 'application/x-tar', 'archive', 257),
  signature('\x7fELF', 'application/x-executable', 'executable'),
  signature('\xca\xfe\xba\xbe', 'application/java-vm', 'executable'),
  signature('\xcf\xfa\xed\xfe', 'application/x-mach-binary', 'executable'),
  signature('\xce\xfa\xed\xfe', 'application/x-mach-binary', 'executable'),
  signature('\xfe\xed\xfa\xce', 'application/x-mach-binary', 'executable'),
  signature('\xfe\xed\xfa\xcf', 'application/x-mach-binary', 'executable'),
  signature('L\0\0\0\x01\x14\x02\0', 'application/x-ms-shortcut', 'executable'),
  signature('\0asm', 'application/wasm', 'executable'),
  // OneNote: a double click on a file within its pages runs it.
  signature(
    '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3',
    'application/onenote',
    'executable',
  ),
  signature('ITSF\x03', 'application/vnd.ms-htmlhelp', 'executable'),
  signature('{\\rtf', 'application/rtf', 'rtf'),
  signature('ID3\x02', 'audio/mpeg', 'media'),
  signature('ID3\x03', 'audio/mpeg', 'media'),
  signature('ID3\x04', 'audio/mpeg', 'media'),
  signature('OggS\0', 'audio/ogg', 'media'),
  signature('fLaC', 'audio/flac', 'media'),
  signature('\x1aE\xdf\xa3', 'video/webm', 'media'),
];

const riff: Record<string, Sniffed> = {
  WEBP: { contentType: 'image/webp', family: 'image' },
  WAVE: { contentType: 'audio/wav', family: 'media' },
  'AVI ': { contentType: 'video/vnd.avi', family: 'media' },
};

/** The type of the bytes, or null when they do not show it. Reads the first KiB, and for text the first four. */
export function sniff(content: Uint8Array): Sniffed | null {
  if (content.length === 0) return null;
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 4096));
  const known = signatures.find(({ at, magic }) => head.subarray(at, at + magic.length).equals(magic));
  if (known) return { contentType: known.contentType, family: known.family };
  if (head.toString('latin1', 0, 4) === 'RIFF') return riff[head.toString('latin1', 8, 12)] ?? null;
  if (head.toString('latin1', 4, 8) === 'ftyp') return isoMedia(head.toString('latin1', 8, 12));
  if (isPortableExecutable(content, head)) {
    return { contentType: 'application/vnd.microsoft.portable-executable', family: 'executable' };
  }
  if (head.subarray(0, 1024).includes('%PDF-')) return { contentType: 'application/pdf', family: 'pdf' };
  if (head.toString('latin1', 0, 2) === 'BM' && head.length > 14 && head.readUInt32LE(6) === 0) {
    return { contentType: 'image/bmp', family: 'image' };
  }
  return isText(head) ? textType(head) : null;
}

const isoMedia = (brand: string): Sniffed =>
  /^(heic|heix|mif1|avif)/.test(brand)
    ? { contentType: brand.startsWith('avif') ? 'image/avif' : 'image/heic', family: 'image' }
    : { contentType: brand.startsWith('M4A') ? 'audio/mp4' : 'video/mp4', family: 'media' };

/** `MZ` alone can begin a text: the header that it points to must be there, or the bytes be none. */
function isPortableExecutable(content: Uint8Array, head: Buffer): boolean {
  if (head.toString('latin1', 0, 2) !== 'MZ') return false;
  if (head.length < 64) return !isText(head);
  const at = head.readUInt32LE(0x3c);
  const points = at + 1 < content.length && content[at] === 0x50 && content[at + 1] === 0x45;
  return points || !isText(head);
}

function isText(head: Buffer): boolean {
  if (hasUtf16Mark(head)) return true;
  return !head.some(
    (byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27,
  );
}

export const hasUtf16Mark = (head: Uint8Array): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);

function textType(head: Buffer): Sniffed {
  const start = (hasUtf16Mark(head) ? head.toString('utf16le') : head.toString('utf8'))
    .replace(/^\ufeff/, '')
    .trimStart()
    .slice(0, 1024)
    .toLowerCase();
  if (/^<(!doctype html|html|head|body|script|iframe|meta|title)[\s>]/.test(start)) {
    return { contentType: 'text/html', family: 'html' };
  }
  const markup = start.startsWith('<?xml') || start.startsWith('<!--') || start.startsWith('<!doctype');
  if (start.startsWith('<svg') || (markup && /<svg[\s>]/.test(start)))
    return { contentType: 'image/svg+xml', family: 'svg' };
  if (markup && /<html[\s>]/.test(start)) return { contentType: 'text/html', family: 'html' };
  return { contentType: 'text/plain', family: 'text' };
}
