import { join } from 'node:path';
import { ThreadQueue } from '#kernel/threads/thread-queue.ts';
import { fileLimits } from '../limits.ts';
import type { TextAnswer, TextRequest } from './protocol.ts';
import { textKind } from './text-kind.ts';

/** `reason` is for the log; the API shows only the status. */
export type FileText = { status: 'ready'; pages: string[] } | { status: 'unavailable'; reason: string };

export type TextFile = { contentType: string; content: Uint8Array };

/**
 * Reads the text of files, one at a time, in a thread with bounds on its memory and its processor time: ten seconds, and 1.2
 * seconds without a page. A thread that goes beyond is ended, and the file has no text.
 */
export class TextReader {
  readonly #queue = new ThreadQueue<TextRequest, TextAnswer>({
    thread: {
      program: join(import.meta.dirname, 'text-worker.ts'),
      name: 'file-text',
      isSilent: true,
      heapMb: fileLimits.text.hardHeapMb,
      youngHeapMb: 32,
    },
    limits: fileLimits.text,
    size: 1,
    isReady: ({ type }) => type === 'started',
  });

  /**
   * Rejects only when `load` does, never because of the content of a file. `load` is called when it is the turn of
   * the file.
   */
  async read(load: () => Promise<TextFile>): Promise<FileText> {
    const pages: string[] = [];
    let refusal: string | null = null;
    const next = async () => {
      const { contentType, content } = await load();
      const kind = textKind(contentType);
      if (kind === null) refusal = 'unsupported type';
      else if (content.length > fileLimits.text.inputBytes) refusal = 'too large';
      if (kind === null || refusal !== null) return null;
      // A copy, because the thread takes the bytes, and they may be a view into the caller's buffer.
      const copy = new Uint8Array(content);
      return { request: { kind, contentType, content: copy }, transfer: [copy.buffer] };
    };
    const failure = await this.#queue.run(next, (answer) => {
      if (answer.type === 'page') pages.push(answer.text);
      if (answer.type === 'failed') refusal = answer.reason;
      return answer.type === 'done' || answer.type === 'failed';
    });
    const reason = failure ?? refusal;
    return reason === null ? { status: 'ready', pages } : { status: 'unavailable', reason };
  }

  /** Files that wait or are being read. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
