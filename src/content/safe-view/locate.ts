/**
 * Finds passages in a text although lines were wrapped, quoted or indented differently: blanks and quote marks do not
 * count, nor does case.
 */
export class Located {
  readonly #folded: string;
  /** The position in the text of each character of the folded one. */
  readonly #places: Uint32Array;
  readonly #text: string;

  constructor(text: string) {
    const { folded, places } = fold(text);
    this.#text = text;
    this.#folded = folded;
    this.#places = places;
  }

  /** Every occurrence of a passage. One that was cut (its last character is an ellipsis) reaches to the end of its sentence. */
  all(passage: string): { start: number; end: number }[] {
    const isCut = /…$/.test(passage);
    const { folded } = fold(isCut ? passage.slice(0, -1) : passage);
    if (folded.length < SHORTEST) return [];
    const found: { start: number; end: number }[] = [];
    for (
      let at = this.#folded.indexOf(folded);
      at >= 0;
      at = this.#folded.indexOf(folded, at + folded.length)
    ) {
      const start = this.#places[at]!;
      const end = this.#places[at + folded.length - 1]! + 1;
      found.push({ start, end: isCut ? this.#sentenceEnd(end) : end });
      if (found.length >= MOST) break;
    }
    return found;
  }

  #sentenceEnd(from: number): number {
    const rest = this.#text.slice(from, from + LONGEST_REST);
    const end = /[.!?…。！？](?=\s|$)|\n\s*\n/u.exec(rest);
    return from + (end ? end.index + 1 : rest.length);
  }
}

/** Shorter passages are found in too many places. */
const SHORTEST = 6;
const MOST = 50;
const LONGEST_REST = 600;

const skipped = /[\s>|]/;

function fold(text: string): { folded: string; places: Uint32Array } {
  const places = new Uint32Array(text.length);
  const kept: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!;
    if (skipped.test(unit)) continue;
    const lower = unit.toLowerCase();
    places[kept.length] = at;
    kept.push(lower.length === 1 ? lower : unit);
  }
  return { folded: kept.join(''), places };
}
