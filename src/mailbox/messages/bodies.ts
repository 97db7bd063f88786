import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { clip } from '#kernel/base/clip.ts';
import { firstTextOf, isTextPack, packTexts, unpackFirst, unpackTexts } from '#kernel/data/text-pack.ts';

/**
 * The stored content of a message. Plain, as old and very large messages are: `text` is null where it is the extracted
 * text. With text and html packed beside the extracted text, as the release before writes and reads it. Or all packed,
 * the headers too: then `extracted_text` holds its beginning only, which lists show, and `headers` those that
 * statements ask for.
 */
export type StoredBodies = {
  extracted_text: string;
  text: string | null;
  html: string | null;
  /** Base64, as `bodyColumns` gives it. */
  packed: string | null;
};

type Headers = [name: string, value: string][];

export type Bodies = { extracted_text: string; text: string; html: string | null };

/** Rows with all texts packed are written from this storage format on (`src/kernel/data/storage-format.ts`). */
const ALL_PACKED = 2;

/** Fewer bytes have little to gain; more would hold up the thread that packs them. */
const MIN_PACKED = 256;
const MOST_PACKED = 256 * 1024;
/** Characters of a text that stay in its column: as many as lists read (`SNIPPET_SOURCE`). */
const BEGINNING = 240;
/** The guard needs it (`is_list`). */
const ASKED_FOR = 'list-id';

/** Which of the packed texts they are. */
const HEADERS = 3;

const HAS_TEXT = 1;
const HAS_HTML = 2;
/** The flags, and the length of the text in bytes, little-endian. */
const HEAD = 5;

/** The content of a message as a row of this storage format has it. */
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

/** A character has two units at most. */
const beginningOf = (text: string): string => [...clip(text, 2 * BEGINNING)].slice(0, BEGINNING).join('');

/**
 * Text and html as zstd (RFC 8878) with the extracted text as its dictionary, because most of their words are there. The
 * check sum tells when the extracted text is not the one that they were packed with.
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

/** A character takes three bytes at most, one of two units four. */
const MOST_UNPACKED = 64 + MOST_PACKED * 3;

/** The texts of a row, in whichever form it has them. @throws Error when the packed form is damaged */
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

/** The extracted text alone, of a row that was read with `packedTextColumn`. */
export function unpackText({
  extracted_text,
  packed,
}: Pick<StoredBodies, 'extracted_text' | 'packed'>): string {
  if (packed === null) return extracted_text;
  const stored = Buffer.from(packed, 'base64');
  return isTextPack(stored) ? unpackFirst(stored, MOST_UNPACKED) : extracted_text;
}

/** The columns that `unpackBodies` needs besides `extracted_text`, of `messages` under the given name. */
export const bodyColumns = (alias: string): string =>
  `${alias}.text, ${alias}.html, ${packedColumn(alias)} as packed`;

/** All of them as values of the named fields, with no more than so many characters of each that is not packed. */
export const bodyFields = (alias: string, most: number): [field: keyof StoredBodies, value: string][] => [
  // The part that unpacks the others must be complete.
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
