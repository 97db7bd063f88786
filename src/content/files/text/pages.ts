import { fileLimits } from '../limits.ts';

/** The file has more text than is read (spec 8.2). */
export class TextLimitExceeded extends Error {
  override name = 'TextLimitExceeded';
}

/** Takes the pages of one file as they are read, cleans them and holds them against the limits. */
export class PageSink {
  readonly #emit: (text: string) => void;
  #pages = 0;
  #bytes = 0;
  #counted = 0;

  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  /**
   * Counts a piece before it is put with others, so that no string is ever built that is longer than the limit.
   * @throws TextLimitExceeded
   */
  count(piece: string): string {
    this.#counted += piece.length;
    if (this.#counted > fileLimits.text.bytes) throw new TextLimitExceeded('more text than is read');
    return piece;
  }

  /** @throws TextLimitExceeded */
  page(text: string): void {
    const clean = cleanText(text);
    this.#pages += 1;
    this.#bytes += Buffer.byteLength(clean);
    if (this.#pages > fileLimits.text.pages || this.#bytes > fileLimits.text.bytes) {
      throw new TextLimitExceeded('more text than is read');
    }
    this.#emit(clean);
  }

  /** Text without pages, split at line ends. @throws TextLimitExceeded */
  unpaged(text: string): void {
    for (const part of splitText(text, fileLimits.text.pageCharacters)) this.page(part);
  }
}

/** Well-formed, without NUL (Postgres takes none), lines ending in \n, no more than one empty line on end. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd();

/** Parts of at most `size` characters that end with a line where one ends in the last fifth, never within a pair. */
export function splitText(text: string, size: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > size) {
    const lineEnd = text.lastIndexOf('\n', from + size - 1);
    let end = lineEnd >= from + size * 0.8 ? lineEnd + 1 : from + size;
    if (/[\ud800-\udbff]/.test(text[end - 1]!)) end -= 1;
    parts.push(text.slice(from, end));
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
