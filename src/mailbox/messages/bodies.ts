import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** What is stored of a message's content: plain, as old and very large messages are, or packed. */
export type StoredBodies = {
  extracted_text: string;
  text: string | null;
  html: string | null;
  /** Base64, as `bodyColumns` gives it. */
  packed: string | null;
};

export type Bodies = { text: string; html: string | null };

/** Fewer bytes have little to gain; more would hold up the thread that packs them. */
const MIN_PACKED = 256;
const MOST_PACKED = 256 * 1024;

const HAS_TEXT = 1;
const HAS_HTML = 2;
/** The flags, and the length of the text in bytes, little-endian. */
const HEAD = 5;

/**
 * The whole text and the html of a message as they are stored: zstd (RFC 8878) with the extracted text as its dictionary,
 * because most of their words are there. 14 KB take 0.5 KB so, in 0.1 ms. The check sum tells when the extracted text is
 * not the one that they were packed with.
 */
export function packBodies(message: Omit<StoredBodies, 'packed'>): Omit<StoredBodies, 'extracted_text'> {
  const text = message.text === message.extracted_text ? null : message.text;
  const plain = { text, html: message.html, packed: null };
  const units = (text?.length ?? 0) + (message.html?.length ?? 0);
  if (units < MIN_PACKED || units + message.extracted_text.length > MOST_PACKED) return plain;
  const bytes = Buffer.from(text ?? '');
  const head = Buffer.alloc(HEAD);
  head.writeUInt8((text === null ? 0 : HAS_TEXT) | (message.html === null ? 0 : HAS_HTML));
  head.writeUInt32LE(bytes.length, 1);
  const packed = zstdCompressSync(Buffer.concat([head, bytes, Buffer.from(message.html ?? '')]), {
    dictionary: Buffer.from(message.extracted_text),
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return { text: null, html: null, packed: packed.toString('base64') };
}

/** A character takes three bytes at most, one of two units four. */
const MOST_UNPACKED = HEAD + MOST_PACKED * 3;

/** The whole text and the html of a row. @throws Error when the packed form is damaged */
export function unpackBodies({ extracted_text, text, html, packed }: StoredBodies): Bodies {
  if (packed === null) return { text: text ?? extracted_text, html };
  const bytes = zstdDecompressSync(Buffer.from(packed, 'base64'), {
    dictionary: Buffer.from(extracted_text),
    maxOutputLength: MOST_UNPACKED,
  });
  const flags = bytes.readUInt8();
  const end = HEAD + bytes.readUInt32LE(1);
  return {
    text: flags & HAS_TEXT ? bytes.toString('utf8', HEAD, end) : extracted_text,
    html: flags & HAS_HTML ? bytes.toString('utf8', end) : null,
  };
}

/** The columns that `unpackBodies` needs besides `extracted_text`, of `messages` under the given name. */
export const bodyColumns = (alias: string): string =>
  `${alias}.text, ${alias}.html, ${packedColumn(alias)} as packed`;

/** All of them as values of the named fields, with no more than so many characters of each that is not packed. */
export const bodyFields = (alias: string, most: number): [field: keyof StoredBodies, value: string][] => [
  // What unpacks the others has to be whole.
  [
    'extracted_text',
    `case when ${alias}.packed is null then left(${alias}.extracted_text, ${most}) else ${alias}.extracted_text end`,
  ],
  ['text', `left(${alias}.text, ${most})`],
  ['html', `left(${alias}.html, ${most})`],
  ['packed', packedColumn(alias)],
];

export const packedColumn = (alias: string): string => `encode(${alias}.packed, 'base64')`;
