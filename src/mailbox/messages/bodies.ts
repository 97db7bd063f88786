import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { clip } from '#kernel/base/clip.ts';
import { firstTextOf, isTextPack, packTexts, unpackFirst, unpackTexts } from '#kernel/data/text-pack.ts';

/**
 * The stored content of a message, in one of three forms:
 * - Plain, for old and very large messages. `text` is null if it equals the extracted text.
 * - Text and HTML are packed and the extracted text is not. The previous release writes and reads this form.
 * - Everything is packed, including the headers. Then `extracted_text` has only its beginning, which lists show, and
 * `headers`
 *   only those that statements query.
 */
export type StoredBodies = {
  extracted_text: string;
  text: string | null;
  html: string | null;
  /** The packed texts in base64, as `bodyColumns` selects them. */
  packed: string | null;
};

type Headers = [name: string, value: string][];

export type Bodies = { extracted_text: string; text: string; html: string | null };

/** The storage format from which all texts are packed (`src/kernel/data/storage-format.ts`). */
const ALL_PACKED = 2;

/** Packing fewer bytes gains little; packing more would block the thread for too long. */
const MIN_PACKED = 256;
const MOST_PACKED = 256 * 1024;
/** The number of characters that stay in the column, which is as many as lists read (`SNIPPET_SOURCE`). */
const BEGINNING = 240;
/** The header that stays in its column, because the guard queries it (`is_list`). */
const ASKED_FOR = 'list-id';

/** The index of the headers among the packed texts. */
const HEADERS = 3;

const HAS_TEXT = 1;
const HAS_HTML = 2;
/** The size of the header: the flags, and the length of the text in bytes, little-endian. */
const HEAD = 5;

/** The content of a message for a row in this storage format. */
export function packBodies(
  message: Omit<StoredBodies, 'packed'> & { headers: Headers },
  format: number,
): StoredBodies & { headers: Headers } {
  const { extracted_text, html, headers } = message;
  const text = message.text === extracted_text ? null : message.text;
  const beside = (text?.length ?? 0) + (html?.length ?? 0);
  const plain = { extracted_text, text, html, headers, packed: null };
  const units = beside + extracted_text.length;
  if (units > MOST_PACKED) return plain;
  const fields = JSON.stringify(headers);
  if (format >= ALL_PACKED && units > BEGINNING + MIN_PACKED && units + fields.length <= MOST_PACKED)
    return {
      extracted_text: beginningOf(extracted_text),
      text: null,
      html: null,
      headers: headers.filter(([name]) => name.toLowerCase() === ASKED_FOR),
      packed: packTexts(extracted_text, [text, html, fields]).toString('base64'),
    };
  if (beside < MIN_PACKED) return plain;
  return { ...plain, text: null, html: null, packed: packBeside(extracted_text, text, html) };
}

/** The beginning of a text in characters, each of which has at most two UTF-16 units. */
const beginningOf = (text: string): string => [...clip(text, 2 * BEGINNING)].slice(0, BEGINNING).join('');

/**
 * Packs text and HTML with zstd (RFC 8878) and the extracted text as dictionary, because they repeat most of it. The
 * checksum shows whether the extracted text is still the one that was used.
 */
function packBeside(extracted: string, text: string | null, html: string | null): string {
  const bytes = Buffer.from(text ?? '');
  const head = Buffer.alloc(HEAD);
  head.writeUInt8((text === null ? 0 : HAS_TEXT) | (html === null ? 0 : HAS_HTML));
  head.writeUInt32LE(bytes.length, 1);
  return zstdCompressSync(Buffer.concat([head, bytes, Buffer.from(html ?? '')]), {
    dictionary: Buffer.from(extracted),
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  }).toString('base64');
}

/** The largest unpacked size. A UTF-16 unit takes at most three bytes of UTF-8, and a pair takes four. */
const MOST_UNPACKED = 64 + MOST_PACKED * 3;

/** The texts of a row in any form. @throws Error if the packed form is damaged */
export function unpackBodies({ extracted_text, text, html, packed }: StoredBodies): Bodies {
  if (packed === null) return { extracted_text, text: text ?? extracted_text, html };
  const stored = Buffer.from(packed, 'base64');
  if (isTextPack(stored)) {
    const [extracted, whole, markup] = unpackTexts(stored, MOST_UNPACKED);
    return { extracted_text: extracted, text: whole ?? extracted, html: markup! };
  }
  const bytes = zstdDecompressSync(stored, {
    dictionary: Buffer.from(extracted_text),
    maxOutputLength: MOST_UNPACKED,
  });
  const flags = bytes.readUInt8();
  const end = HEAD + bytes.readUInt32LE(1);
  return {
    extracted_text,
    text: flags & HAS_TEXT ? bytes.toString('utf8', HEAD, end) : extracted_text,
    html: flags & HAS_HTML ? bytes.toString('utf8', end) : null,
  };
}

/** The headers of a row. */
export function unpackHeaders({ headers, packed }: { headers: Headers; packed: string | null }): Headers {
  const stored = packed === null ? null : Buffer.from(packed, 'base64');
  return stored && isTextPack(stored) ? JSON.parse(unpackTexts(stored, MOST_UNPACKED)[HEADERS]!) : headers;
}

/** Only the extracted text of a row that was read with `packedTextColumn`. */
export function unpackText({
  extracted_text,
  packed,
}: Pick<StoredBodies, 'extracted_text' | 'packed'>): string {
  if (packed === null) return extracted_text;
  const stored = Buffer.from(packed, 'base64');
  return isTextPack(stored) ? unpackFirst(stored, MOST_UNPACKED) : extracted_text;
}

/** The columns of `messages`, under this alias, that `unpackBodies` needs in addition to `extracted_text`. */
export const bodyColumns = (alias: string): string =>
  `${alias}.text, ${alias}.html, ${packedColumn(alias)} as packed`;

/** The same as named values. Texts that are not packed are cut to this number of characters. */
export const bodyFields = (alias: string, most: number): [field: keyof StoredBodies, value: string][] => [
  // The extracted text must be complete, because the other texts cannot be unpacked without it.
  [
    'extracted_text',
    `case when ${alias}.packed is null then left(${alias}.extracted_text, ${most}) else ${alias}.extracted_text end`,
  ],
  ['text', `left(${alias}.text, ${most})`],
  ['html', `left(${alias}.html, ${most})`],
  ['packed', packedColumn(alias)],
];

export const packedColumn = (alias: string): string => `encode(${alias}.packed, 'base64')`;

/** The part of the packed form with the extracted text; null if there is none. */
export const packedTextColumn = (alias: string): string => firstTextOf(`${alias}.packed`);
