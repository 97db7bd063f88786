import { join } from 'node:path';
import { ThreadQueue } from '#kernel/threads/thread-queue.ts';
import { shareReader } from './learned/index.ts';
import type { Content } from './message.ts';
import { type Known, type MessageReading, readMessage } from './read-message.ts';

/** Up to here reading takes a few milliseconds; 400,000 characters take long enough for other requests to wait. */
const IN_PLACE_CHARACTERS = 20_000;
const LIMITS = { cpuMs: 30_000, silentMs: 60_000 };

export type ReadingRequest = { content: Content; known: Known };
export type ReadingResponse = { type: 'ready' } | { type: 'done'; reading: MessageReading };

// Inside Next's bundle there are no files of ours to start a thread from.
const folder = import.meta.dirname as string | undefined;

const queue =
  folder === undefined
    ? null
    : new ThreadQueue<ReadingRequest, ReadingResponse>({
        thread: { program: join(folder, 'reading-thread-worker.ts'), name: 'reading' },
        limits: LIMITS,
        size: 1,
        isReady: ({ type }) => type === 'ready',
      });

const lengthOf = ({ text, html, attachments }: Content): number =>
  attachments.reduce((sum, file) => sum + (file.text?.length ?? 0), text.length + (html?.length ?? 0));

/** Reads a message, a long one in a thread. @throws Error when it takes longer than the limits allow */
export async function readOffLoop(content: Content, known: Known): Promise<MessageReading> {
  if (queue === null || lengthOf(content) <= IN_PLACE_CHARACTERS) return readMessage(content, known);
  shareReader();
  let reading: MessageReading | null = null;
  const failure = await queue.run(
    async () => ({ request: { content, known } }),
    (response) => {
      reading = response.type === 'done' ? response.reading : null;
      return true;
    },
  );
  if (reading === null) throw new Error(`A message could not be read: ${failure}.`);
  return reading;
}
