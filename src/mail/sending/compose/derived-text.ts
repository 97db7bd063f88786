import { join } from 'node:path';
import { ThreadQueue } from '#kernel/threads/thread-queue.ts';
import { textFromHtml } from './html-text.ts';
import type { HtmlTextResponse } from './html-text-worker.ts';

/** Up to here a conversion takes a few milliseconds; 5 MB of markup take seconds, which other requests must not wait. */
const IN_PLACE_CHARACTERS = 64 * 1024;
/** Milliseconds. */
const LIMITS = { cpuMs: 15_000, silentMs: 60_000 };

// Inside Next's bundle there are no files of ours to start a thread from.
const folder = import.meta.dirname as string | undefined;

const queue =
  folder === undefined
    ? null
    : new ThreadQueue<string, HtmlTextResponse>({
        thread: { program: join(folder, 'html-text-worker.ts'), name: 'html-text' },
        limits: LIMITS,
        size: 2,
        isReady: ({ type }) => type === 'ready',
      });

/** The text of an HTML body (interface-spec 4.6, rule 2), large ones in a thread. */
export async function derivedText(html: string): Promise<string> {
  if (html.length <= IN_PLACE_CHARACTERS || queue === null) return textFromHtml(html);
  let text: string | null = null;
  const failure = await queue.run(
    async () => ({ request: html }),
    (response) => {
      text = response.type === 'text' ? response.text : null;
      return true;
    },
  );
  if (text === null) throw new Error(`The text of an HTML body could not be derived: ${failure}.`);
  return text;
}
