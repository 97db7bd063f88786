// One pass over a text tells which decoders can find anything in it, because their expressions scan it several times each.
// A sign may be given where the expression then finds nothing, never the other way round.

/** The decoders whose expressions are worth trying. */
export type Signs = {
  base64: boolean;
  base32: boolean;
  hex: boolean;
  codes: boolean;
  spaced: boolean;
  braille: boolean;
  morse: boolean;
};

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const HEX = 8;
const BASE32 = 16;
const ALNUM = LOWER | UPPER | DIGIT;
/** Signs of base64 besides letters and digits. */
const BASE64 = 32;
const WHITE = 64;
/** What stands between letters that are spaced out, between pairs of hexadecimal digits, and between codes. */
const GAP = 128;
const PAIR_GAP = 256;
const CODE_GAP = 512;
/** Dots and dashes; what may stand between letters of Morse besides blanks. */
const DASH = 1_024;
const SLASH = 2_048;
const BRAILLE = 4_096;

const ascii = Uint16Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  const isOf = (pattern: RegExp, kind: number): number => (pattern.test(sign) ? kind : 0);
  return (
    isOf(/[a-z]/, LOWER) |
    isOf(/[A-Z]/, UPPER) |
    isOf(/[0-9]/, DIGIT) |
    isOf(/[0-9a-f]/i, HEX) |
    isOf(/[A-Z2-7]/, BASE32) |
    isOf(/[+/_-]/, BASE64) |
    isOf(/\s/, WHITE) |
    isOf(/[ .\-_*|]/, GAP) |
    isOf(/[ :,-]/, PAIR_GAP) |
    isOf(/[ ,;]/, CODE_GAP) |
    isOf(/[.-]/, DASH) |
    isOf(/\//, SLASH)
  );
});

function beyondAscii(code: number): number {
  if (code === 0xb7) return GAP | DASH;
  if (code === 0x2013 || code === 0x2212) return DASH;
  if (code >= 0x2800 && code <= 0x28ff) return BRAILLE;
  if (code === 0xa0 || code === 0x1680 || (code >= 0x2000 && code <= 0x200a)) return WHITE;
  if (code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f) return WHITE;
  return code === 0x3000 || code === 0xfeff ? WHITE : 0;
}

/** Fewest repetitions that the expressions in `decode.ts` ask for. */
const LEAST = { base64: 5, base32: 3, hex: 12, codes: 9, spaced: 4, morse: 6 };

/** Linear; looks at each character once. */
export function signsIn(text: string): Signs {
  const chains = new Chains();
  const { length } = text;
  for (let at = 0; at < length; ) {
    const start = at;
    let any = 0;
    let all = HEX | BASE32 | DIGIT;
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? ascii[code]! : 0;
      if ((kind & ALNUM) === 0) break;
      any |= kind;
      all &= kind;
    }
    if (at > start) chains.word(at - start, any, all, text, start);
    if (at === length) break;
    const code = text.charCodeAt(at++);
    chains.between(code < 128 ? ascii[code]! : beyondAscii(code));
  }
  chains.between(0);
  return chains.signs;
}

/** How far each kind of repetition has come. */
class Chains {
  readonly signs: Signs = {
    ...{ base64: false, base32: false, hex: false, codes: false },
    ...{ spaced: false, braille: false, morse: false },
  };
  /** Characters since the last letter or digit. */
  #apart = 0;
  #base64 = 0;
  #base64Length = 0;
  #base64Kinds = 0;
  #base32 = 0;
  #pairs = 0;
  #codes = 0;
  #spaced = 0;
  /** Of what stands between two gaps. */
  #spacedLength = 0;
  #gap = 0;
  #dashes = 0;
  #afterDash = false;

  /** Letters and digits in a row; what all of them are, and what any. */
  word(length: number, any: number, all: number, text: string, start: number): void {
    this.#apart = 0;
    this.#base64Length += length;
    this.#base64Kinds |= any;
    this.#spacedLength += length;
    this.#gap = 0;
    this.#dashes = 0;
    this.#afterDash = false;
    this.#base32 = all & BASE32 ? this.#base32 + length / 8 : 0;
    if (this.#base32 >= LEAST.base32) this.signs.base32 = true;
    if (length % 8 !== 0) this.#base32 = 0;
    this.#pairs = this.#pairsWith(length, all, text, start);
    if (this.#pairs >= LEAST.hex) this.signs.hex = true;
    if (length % 2 !== 0) this.#pairs = 0;
    this.#codes = all & DIGIT && (length === 2 || length === 3) ? this.#codes + 1 : 0;
    if (this.#codes >= LEAST.codes) this.signs.codes = true;
  }

  /** A prefix of its own begins anew. */
  #pairsWith(length: number, all: number, text: string, start: number): number {
    if (all & HEX) return this.#pairs + length / 2;
    const hasPrefix =
      length > 2 && text.charCodeAt(start) === 0x30 && (text.charCodeAt(start + 1) | 32) === 0x78;
    if (!hasPrefix) return 0;
    for (let at = start + 2; at < start + length; at++)
      if ((ascii[text.charCodeAt(at)]! & HEX) === 0) return 0;
    return (length - 2) / 2;
  }

  /** One character that is neither a letter nor a digit of ASCII. */
  between(kind: number): void {
    this.#apart++;
    if (kind & BASE64) this.#base64Length++;
    else this.#endBase64(kind);
    if ((kind & WHITE) === 0 || this.#apart > 1) this.#base32 = 0;
    if ((kind & PAIR_GAP) === 0 || this.#apart > 1) this.#pairs = 0;
    if ((kind & CODE_GAP) === 0 || this.#apart > 2) this.#codes = 0;
    this.#space(kind);
    if (kind & DASH) {
      if (!this.#afterDash && ++this.#dashes >= LEAST.morse) this.signs.morse = true;
    } else if ((kind & (WHITE | SLASH)) === 0) this.#dashes = 0;
    this.#afterDash = (kind & DASH) !== 0;
    if (kind & BRAILLE) this.signs.braille = true;
  }

  /** Groups of four; who decodes them asks for small and capital letters. */
  #endBase64(kind: number): void {
    const groups = this.#base64 + (this.#base64Length >> 2);
    const isMixed = (this.#base64Kinds & UPPER) !== 0 && (this.#base64Kinds & LOWER) !== 0;
    if (isMixed && groups >= LEAST.base64) this.signs.base64 = true;
    const goesOn = this.#base64Length > 0 && this.#base64Length % 4 === 0 && (kind & WHITE) !== 0;
    this.#base64 = goesOn ? groups : 0;
    if (!goesOn) this.#base64Kinds = 0;
    this.#base64Length = 0;
  }

  /** Single characters with up to three gaps after each. */
  #space(kind: number): void {
    if (kind & GAP) {
      if (this.#spacedLength > 0) {
        this.#spaced = this.#spacedLength === 1 ? this.#spaced + 1 : 1;
        if (this.#spaced >= LEAST.spaced) this.signs.spaced = true;
        this.#spacedLength = 0;
      }
      if (++this.#gap > 3) this.#spaced = 0;
      return;
    }
    this.#gap = 0;
    if (kind & WHITE) {
      this.#spaced = 0;
      this.#spacedLength = 0;
    } else this.#spacedLength++;
  }
}
