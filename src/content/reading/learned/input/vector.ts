import type { Sink } from '../text/ngrams.ts';

/** A sparse vector of hashed features; the arrays are larger than what counts. */
export type Vector = { indices: Int32Array; values: Float32Array; length: number };

const FIRST_SIZE = 8_192;
const GOLDEN = 0x9e3779b1;
const LAST_STAMP = 0xffff;

/**
 * Collects hashed features in groups. Within a group each feature counts once, and all of them together weigh what the
 * group weighs, so that long texts speak no louder than short ones.
 */
export class VectorBuilder {
  readonly #shift: number;
  /** Of two bytes: the buckets are met in no order, and half as many bytes of them stay in the processor's cache. */
  readonly #stamps: Uint16Array;
  #stamp = 0;
  #indices = new Int32Array(FIRST_SIZE);
  #values = new Float32Array(FIRST_SIZE);
  #length = 0;
  #groupStart = 0;

  constructor(bits: number) {
    this.#shift = 32 - bits;
    this.#stamps = new Uint16Array(1 << bits);
  }

  begin(): void {
    if (this.#stamp === LAST_STAMP) {
      this.#stamps.fill(0);
      this.#stamp = 0;
    }
    this.#stamp++;
    this.#length = 0;
    this.#groupStart = 0;
  }

  /** Adds to the open group. */
  readonly add: Sink = (hash) => {
    const index = Math.imul(hash, GOLDEN) >>> this.#shift;
    if (this.#stamps[index] === this.#stamp) return;
    this.#stamps[index] = this.#stamp;
    if (this.#length === this.#indices.length) this.#grow();
    this.#indices[this.#length++] = index;
  };

  /** Adds many to the open group; `seed` parts them from the same ones of another place. */
  addAll(hashes: Int32Array, seed: number): void {
    const parted = Math.imul(seed, 0x85ebca6b);
    while (this.#indices.length < this.#length + hashes.length) this.#grow();
    const [stamps, indices, shift, stamp] = [this.#stamps, this.#indices, this.#shift, this.#stamp];
    let length = this.#length;
    for (let at = 0; at < hashes.length; at++) {
      const index = Math.imul(hashes[at]! ^ parted, GOLDEN) >>> shift;
      if (stamps[index] === stamp) continue;
      stamps[index] = stamp;
      indices[length++] = index;
    }
    this.#length = length;
  }

  /** Ends the group: its features share `weight`; with `each`, every one of them has it. */
  end(weight: number, each = false): void {
    const count = this.#length - this.#groupStart;
    if (count > 0)
      this.#values.fill(each ? weight : weight / Math.sqrt(count), this.#groupStart, this.#length);
    this.#groupStart = this.#length;
  }

  /** Of this builder until the next `begin`. */
  view(): Vector {
    return { indices: this.#indices, values: this.#values, length: this.#length };
  }

  copy(): Vector {
    const { indices, values, length } = this.view();
    return { indices: indices.slice(0, length), values: values.slice(0, length), length };
  }

  #grow(): void {
    const [indices, values] = [this.#indices, this.#values];
    this.#indices = new Int32Array(indices.length * 2);
    this.#values = new Float32Array(values.length * 2);
    this.#indices.set(indices);
    this.#values.set(values);
  }
}
