/** Why a passage is not shown. */
export const maskReasons = ['steering', 'hidden_text', 'invisible_characters'] as const;
export type MaskReason = (typeof maskReasons)[number];

/** A masked passage: positions of its note in the text, in UTF-16 code units. */
export type Masked = { start: number; end: number; reason: MaskReason };

/** The note that replaces a masked passage. */
export const notes: Record<MaskReason, string> = {
  steering: '[masked: instruction to the reader]',
  hidden_text: '[masked: hidden text]',
  invisible_characters: '[masked: invisible characters]',
};

type Range = { start: number; end: number; reason: MaskReason };

/** A text that is put together piece by piece, with the positions of its notes. */
export class Masking {
  #text = '';
  readonly #masked: Masked[] = [];

  get text(): string {
    return this.#text;
  }

  get masked(): readonly Masked[] {
    return this.#masked;
  }

  /** The text with blanks in the place of its notes: nobody wrote them. */
  get blanked(): string {
    return this.#masked.reduce(
      (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
      this.#text,
    );
  }

  add(text: string): void {
    this.#text += text;
  }

  mask(reason: MaskReason): void {
    const start = this.#text.length;
    this.#text += notes[reason];
    this.#masked.push({ start, end: this.#text.length, reason });
  }

  /** The same text with these ranges replaced by notes. Notes within a range disappear with it; ranges that touch are one. */
  without(ranges: readonly Range[]): Masking {
    const result = new Masking();
    let at = 0;
    const kept = (until: number): void => {
      for (const mask of this.#masked) {
        if (mask.start < at || mask.end > until) continue;
        result.add(this.#text.slice(at, mask.start));
        result.mask(mask.reason);
        at = mask.end;
      }
      result.add(this.#text.slice(at, until));
    };
    for (const { start, end, reason } of joined(ranges, this.#text)) {
      kept(start);
      result.mask(reason);
      at = end;
    }
    kept(this.#text.length);
    return result;
  }
}

/** In order; ranges that overlap, or have only blanks between them, become one. The reason of the first stays. */
function joined(ranges: readonly Range[], text: string): Range[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  const result: Range[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    const touches = last && (range.start <= last.end || !/[^\s>|]/.test(text.slice(last.end, range.start)));
    if (touches) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}
