import { Readable } from 'node:stream';

const CHUNK = 64 * 1024;

/**
 * A message as a stream that tells how far its reader came: that is how we know whether the final dot can
 * have been written. nodemailer pipes it only after the server's go-ahead and writes the dot once it ended.
 */
export class MessageSource extends Readable {
  readonly #raw: Uint8Array;
  readonly #onProgress: () => void;
  #offset = 0;

  constructor(raw: Uint8Array, onProgress: () => void) {
    super({ highWaterMark: CHUNK });
    this.#raw = raw;
    this.#onProgress = onProgress;
    this.once('end', onProgress);
  }

  /** Conservative: `whole` from the moment that the reader had everything, before the dot is on the wire. */
  get progress(): 'nothing' | 'part' | 'whole' {
    if (this.readableEnded) return 'whole';
    return this.#offset === 0 ? 'nothing' : 'part';
  }

  override _read(): void {
    this.#onProgress();
    if (this.#offset >= this.#raw.length) {
      this.push(null);
      return;
    }
    const chunk = this.#raw.subarray(this.#offset, this.#offset + CHUNK);
    this.#offset += chunk.length;
    this.push(chunk);
  }
}
