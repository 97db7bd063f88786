import { Readable } from 'node:stream';

const CHUNK = 64 * 1024;

/**
 * A message as a stream that reports how much of it was read, which shows whether the final dot may have been written.
 * nodemailer reads it only after the server's 354, and writes the dot at its end. `beforeContent` is awaited before the
 * first byte; if it rejects, the stream fails before it has produced any byte.
 */
export class MessageSource extends Readable {
  readonly #raw: Uint8Array;
  readonly #onProgress: () => void;
  #beforeContent: (() => Promise<void>) | null;
  #offset = 0;

  constructor(raw: Uint8Array, onProgress: () => void, beforeContent: (() => Promise<void>) | null = null) {
    super({ highWaterMark: CHUNK });
    this.#raw = raw;
    this.#onProgress = onProgress;
    this.#beforeContent = beforeContent;
    this.once('end', onProgress);
  }

  /** Conservative: `whole` as soon as everything was read, even before the dot is on the wire. */
  get progress(): 'nothing' | 'part' | 'whole' {
    if (this.readableEnded) return 'whole';
    return this.#offset === 0 ? 'nothing' : 'part';
  }

  override _read(): void {
    this.#onProgress();
    if (this.#beforeContent) {
      const begin = this.#beforeContent;
      this.#beforeContent = null;
      begin().then(
        () => !this.destroyed && this.#pushNext(),
        (error: Error) => this.destroy(error),
      );
    } else this.#pushNext();
  }

  #pushNext(): void {
    if (this.#offset >= this.#raw.length) {
      this.push(null);
      return;
    }
    const chunk = this.#raw.subarray(this.#offset, this.#offset + CHUNK);
    this.#offset += chunk.length;
    this.push(chunk);
  }
}
