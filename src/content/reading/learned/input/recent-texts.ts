/**
 * What was made of the texts that were read lately: signatures, footers and quoted messages come again with every mail of a
 * conversation or sender. Twice `most` at the most, those that nobody asked for go first.
 */
export class RecentTexts<Made> {
  readonly #most: number;
  #young = new Map<string, Made>();
  #old = new Map<string, Made>();

  constructor(most: number) {
    this.#most = most;
  }

  find(text: string): Made | undefined {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(text);
    if (old !== undefined) this.keep(text, old);
    return old;
  }

  keep(text: string, made: Made): Made {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, made);
    return made;
  }
}
