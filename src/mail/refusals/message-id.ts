/** How much of a message is searched. The Message-ID may come after a hundred Received fields. */
const MOST_BYTES = 64 * 1024;
const FIELD = /^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,996}>)/im;

/** Keeps the beginning of a message as it passes through, without copying it. */
export class Beginning {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  /** Passes on the same chunks. */
  of(chunks: AsyncIterator<Uint8Array>): AsyncIterator<Uint8Array> {
    const next = async () => {
      const result = await chunks.next();
      if (!result.done && this.#bytes < MOST_BYTES) {
        this.#chunks.push(result.value);
        this.#bytes += result.value.length;
      }
      return result;
    };
    return { next };
  }

  /** The Message-ID with its brackets; null if the header has none. */
  messageId(): string | null {
    const text = Buffer.concat(this.#chunks).toString('latin1', 0, MOST_BYTES);
    const [header = ''] = text.split(/\r?\n\r?\n/, 1);
    const id = FIELD.exec(header)?.[1];
    return id !== undefined && /^[\x21-\x7e]+$/.test(id) ? id : null;
  }
}
