import { Readable } from 'node:stream';
import { bytes } from '#kernel/operation/operation.ts';
import type { Page } from '#kernel/operation/page.ts';
import { message } from './schema.ts';
import { toMessage } from './serialize.ts';
import type { MessageRow } from './stored-message.ts';

/** A page of whole messages as lines, for clients that request it, because a message can have megabytes. */
export const messageLines = bytes(
  'application/x-ndjson',
  'With `Accept: application/x-ndjson`: one message per line as they are read, then a line with `next_cursor`.',
);

/** Whether the client requested lines. */
export const wantsLines = (accept: string | null): boolean =>
  (accept ?? '')
    .split(',')
    .some((type) => type.split(';')[0]!.trim().toLowerCase() === 'application/x-ndjson');

/** The number of messages in memory at a time. */
const BATCH = 8;

export type ReadBatch = (beyond: [string, string] | null, take: number) => Promise<MessageRow[]>;

const positionOf = (row: MessageRow): [string, string] => [row.created_at, row.id];

/**
 * Streams the lines of a page. Batches are read as the client consumes them, and no connection is held in between, so that a
 * slow client costs nothing. If a read fails, the stream breaks off before its last line.
 */
export function linesOf(page: Page, read: ReadBatch): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(encoded(page, read))) as ReadableStream<Uint8Array>;
}

async function* encoded(page: Page, read: ReadBatch): AsyncGenerator<Uint8Array> {
  let left = page.take - 1;
  let last: MessageRow | null = null;
  let beyond = page.after as [string, string] | null;
  for (;;) {
    // One message more than is sent, which shows whether there is a next page.
    const wanted = Math.min(BATCH, left);
    const rows = await read(beyond, wanted + 1);
    const sent = rows.slice(0, wanted);
    for (const row of sent) yield line(message.parse(toMessage(row)));
    left -= sent.length;
    last = sent.at(-1) ?? last;
    const isOver = rows.length <= wanted;
    if (isOver || left === 0 || last === null) {
      const next = !isOver && last ? page.cursorAfter(positionOf(last)) : null;
      yield line({ next_cursor: next });
      return;
    }
    beyond = positionOf(last);
  }
}

const line = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);
