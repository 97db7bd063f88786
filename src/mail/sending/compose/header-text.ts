import { encodeWord } from 'nodemailer/lib/mime-funcs';

/** Controls (C0, DEL, C1) and the Unicode line and paragraph separators. */
const LINE_BREAKING = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Characters that reorder what a reader sees: marks, embeddings, overrides, isolates. */
const BIDI_CONTROL = /\p{Bidi_Control}/gu;
const NEWLINE = /\r\n?/g;
/** Controls with no place in a body. Tab and line feed stay. */
const BODY_CONTROL = /(?![\t\n])\p{Cc}/gu;
const PRINTABLE_ASCII = /^[ -~]*$/;
/** A word that cannot be folded within the 998 octets of RFC 5322 2.1.1, or blanks that would fold into an empty line. */
const UNFOLDABLE = /[^ ]{800}| {30}/;
const ENCODED_WORD_LENGTH = 52;
const MAX_NAME = 256;
const MAX_FILENAME_BYTES = 255;

/** `text` on one line: every run of controls or line separators becomes one space, lone surrogates U+FFFD. */
export const singleLine = (text: string): string => text.toWellFormed().replace(LINE_BREAKING, ' ').trim();

/** A body with LF line ends and no controls other than tab. */
export const cleanBody = (text: string): string =>
  text.toWellFormed().replace(NEWLINE, '\n').replace(BODY_CONTROL, '');

const latinShare = (text: string): number => text.replace(/[^A-Za-z0-9 ]/g, '').length / (text.length || 1);

/**
 * The value of an unstructured field (RFC 5322 3.2.5) as ASCII that folds within 998 octets.
 * Text that only looks like an encoded word is encoded too: otherwise its author could make the
 * receiver decode line breaks that never passed our checks.
 */
export const unstructuredValue = (text: string): string => {
  const line = singleLine(text);
  if (PRINTABLE_ASCII.test(line) && !line.includes('=?') && !UNFOLDABLE.test(line)) return line;
  return encodeWord(line, latinShare(line) > 0.5 ? 'Q' : 'B', ENCODED_WORD_LENGTH);
};

/**
 * A display name that cannot deceive its reader: one line, no bidi controls, blanks collapsed, at most 256
 * characters, and nothing that a lenient reader would decode as an encoded word inside a quoted string.
 */
export const displayName = (name: string | null | undefined): string =>
  singleLine(name ?? '')
    .replace(BIDI_CONTROL, '')
    .replace(/ {2,}/g, ' ')
    .replaceAll('=?', '= ?')
    .slice(0, MAX_NAME)
    .toWellFormed();

const cutToBytes = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text;
  // Cutting bytes may split a character. The replacement character that this leaves is removed as well.
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
};

/**
 * A safe file name: no path, no controls, no bidi override (`gpj.exe` would read as `exe.jpg`
 * after one), and at most 255 bytes, with its extension kept. Null if nothing is left.
 */
export const attachmentFilename = (filename: string | null): string | null => {
  const name = singleLine(filename ?? '')
    .replace(BIDI_CONTROL, '')
    .replace(/[/\\]/g, '_')
    .replace(/ {2,}/g, ' ')
    .replaceAll('=?', '= ?');
  if (/^[. ]*$/.test(name)) return null;
  const extension = /\.[A-Za-z0-9]{1,16}$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length);
  return cutToBytes(stem, MAX_FILENAME_BYTES - extension.length) + extension;
};
