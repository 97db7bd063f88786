import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The first byte of the packed form. Older rows hold a bare zstd frame (RFC 8878), which begins with another byte. */
const FORM = 2;
/** The header: the form, and the size of the first text's frame in bytes (little-endian). */
const HEAD = 4;
const MOST_FRAME = 0xff_ffff;

const COUNT = 1;
const LENGTH = 4;
/** Stands for the length of a text that is null. */
const ABSENT = 0xffff_ffff;

/** Most first texts are not longer. Buffers of this size come from Node's pool; zlib's default of 16 KB do not. */
const USUAL_TEXT = 4_000;

const params = { [constants.ZSTD_c_checksumFlag]: 1 };

/**
 * Packs a text and others that repeat most of it into one value. The first text has a frame of its own, because it is
 * usually read alone. The others share a frame that uses the first text as its dictionary; it holds their number, the length
 * of each in bytes, and the texts. 14 KB of text, HTML and headers shrink to 5 KB in 0.15 ms, whereas Postgres would not
 * compress a text of 6 KB at all.
 */
export function packTexts(first: string, others: readonly (string | null)[]): Buffer {
  const dictionary = Buffer.from(first);
  const contents = others.map((text) => (text === null ? null : Buffer.from(text)));
  const lengths = Buffer.alloc(COUNT + LENGTH * others.length);
  lengths.writeUInt8(others.length);
  for (const [index, content] of contents.entries())
    lengths.writeUInt32LE(content === null ? ABSENT : content.length, COUNT + LENGTH * index);
  const frame = zstdCompressSync(dictionary, { params });
  if (frame.length > MOST_FRAME) throw new Error('A text is too long to be packed.');
  const head = Buffer.of(FORM, 0, 0, 0);
  head.writeUIntLE(frame.length, 1, HEAD - 1);
  const rest = Buffer.concat([lengths, ...contents.filter((content) => content !== null)]);
  return Buffer.concat([head, frame, zstdCompressSync(rest, { dictionary, params })]);
}

/** Whether these bytes have the form that `packTexts` writes. */
export const isTextPack = (bytes: Buffer): boolean => bytes[0] === FORM;

/** SQL for the part of a packed column that holds the first text, in base64; null if the column has another form. */
export const firstTextOf = (column: string): string => {
  const head = `substring(${column} from 1 for ${HEAD})`;
  const length = `get_byte(${head}, 1) + 256 * get_byte(${head}, 2) + 65536 * get_byte(${head}, 3)`;
  return `case when substring(${column} from 1 for 1) = '\\x02'
    then encode(substring(${column} from 1 for ${HEAD} + ${length}), 'base64') end`;
};

const endOfFirst = (packed: Buffer): number => HEAD + packed.readUIntLE(1, HEAD - 1);

/**
 * Unpacks the first text of a packed value. The part that `firstTextOf` selects is enough.
 * @param most the maximum size of the text in bytes
 * @throws Error if the value is damaged or the text is larger
 */
export const unpackFirst = (packed: Buffer, most: number): string =>
  zstdDecompressSync(packed.subarray(HEAD, endOfFirst(packed)), {
    chunkSize: USUAL_TEXT,
    maxOutputLength: most,
  }).toString();

/** All texts of a packed value, the first one first. @throws Error when it is damaged, or larger than `most` bytes */
export function unpackTexts(packed: Buffer, most: number): [string, ...(string | null)[]] {
  const first = unpackFirst(packed, most);
  const bytes = zstdDecompressSync(packed.subarray(endOfFirst(packed)), {
    dictionary: Buffer.from(first),
    maxOutputLength: most,
  });
  const count = bytes.readUInt8();
  let place = COUNT + LENGTH * count;
  const others = Array.from({ length: count }, (_, index) => {
    const length = bytes.readUInt32LE(COUNT + LENGTH * index);
    if (length === ABSENT) return null;
    place += length;
    return bytes.toString('utf8', place - length, place);
  });
  return [first, ...others];
}
