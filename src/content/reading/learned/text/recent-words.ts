const BITS = 14;
const UNKNOWN = -2;

/** What was found lately for a word's hash: most words of a mail are common ones. One for each table and thread. */
export class RecentWords {
  readonly #hashes = new Int32Array(1 << BITS);
  readonly #found = new Int32Array(1 << BITS).fill(UNKNOWN);

  /** undefined when nobody has asked for it lately. */
  find(hash: number): number | undefined {
    const place = hash >>> (32 - BITS);
    const found = this.#found[place]!;
    return found !== UNKNOWN && this.#hashes[place] === hash ? found : undefined;
  }

  keep(hash: number, found: number): number {
    const place = hash >>> (32 - BITS);
    this.#hashes[place] = hash;
    this.#found[place] = found;
    return found;
  }
}
