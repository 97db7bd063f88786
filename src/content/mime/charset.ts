import { isAscii, isUtf8 } from 'node:buffer';

/** Labels seen in mail that the WHATWG Encoding Standard, and so TextDecoder, does not list. */
const charsetAliases: Record<string, string> = {
  ansi: 'windows-1252',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  cp874: 'windows-874',
  'windows-932': 'shift_jis',
  'windows-936': 'gbk',
  'windows-950': 'big5',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  'x-euckr': 'euc-kr',
  uhc: 'euc-kr',
  'utf-8mb4': 'utf-8',
  'unicode-1-1-utf-8': 'utf-8',
  'x-unknown': '',
  'unknown-8bit': '',
  default: '',
};

const decoders = new Map<string, TextDecoder>();
const utf8 = new TextDecoder('utf-8');
const windows1252 = new TextDecoder('windows-1252');
/** Charsets in which bytes below 0x80 do not simply mean ASCII. */
const notAsciiBased = /^(iso-2022|utf-16|hz-|x-user)/;

/**
 * Decodes text. The declared charset is used when it is plausible. Without one, or when it says ASCII but the bytes
 * are not, UTF-8 is tried first and windows-1252 last. Never throws: undecodable bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const label = normaliseLabel(declared);
  if (!notAsciiBased.test(label) && isAscii(bytes)) return latin1(bytes);
  if (label === '' || label === 'us-ascii' || label === 'ascii') return guess(bytes);
  if (label === 'utf-8' || label === 'utf8') return isUtf8(bytes) ? utf8.decode(bytes) : brokenUtf8(bytes);
  const decoder = decoderFor(label);
  return decoder ? decoder.decode(bytes) : guess(bytes);
}

function normaliseLabel(declared: string | undefined): string {
  const label = (declared ?? '')
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, '')
    .replace(/\*.*$/, '');
  return charsetAliases[label] ?? label;
}

function decoderFor(label: string): TextDecoder | null {
  const known = decoders.get(label);
  if (known) return known;
  for (const candidate of [label, label.replace(/_/g, '-'), label.replace(/^(x-|cs)/, '')]) {
    try {
      const decoder = new TextDecoder(candidate);
      // Only names that a decoder exists for are stored, so invented ones cannot fill the map.
      decoders.set(label, decoder);
      return decoder;
    } catch {
      // Not a label of the Encoding Standard: the next spelling, or the guess.
    }
  }
  return null;
}

function guess(bytes: Uint8Array): string {
  return isUtf8(bytes) ? utf8.decode(bytes) : windows1252.decode(bytes);
}

/** Declared UTF-8 that is not: windows-1252 when not one sequence in it is UTF-8, else UTF-8 with holes. */
function brokenUtf8(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  return /[^\p{ASCII}\ufffd]/u.test(text) ? text : windows1252.decode(bytes);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
