import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { textFromHtml } from './html-text.ts';

/** Up to here a conversion takes a few milliseconds; 5 MB of markup take seconds, which other requests must not wait. */
const IN_PLACE_CHARACTERS = 64 * 1024;
const DEADLINE = 15_000;

/** The text of an HTML body (interface-spec 4.6, rule 2), large ones in a thread of their own. */
export async function derivedText(html: string): Promise<string> {
  // Inside Next's bundle there are no files of ours to start a thread from.
  const folder = import.meta.dirname as string | undefined;
  if (html.length <= IN_PLACE_CHARACTERS || folder === undefined) return textFromHtml(html);
  const worker = new Worker(join(folder, 'html-text-worker.ts'), { workerData: html });
  const timer = setTimeout(() => worker.terminate(), DEADLINE);
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The text of an HTML body could not be derived in time.')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
