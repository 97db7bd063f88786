import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { textFromHtml } from './html-text.ts';

/** What can be made of the HTML body of a message that is sent. */
export const htmlWork = {
  /** Its text (spec 4.6, rule 2). */
  text: async (html: string): Promise<string> => textFromHtml(html),
  /** The `html` that the API returns; recipients get the HTML as it was given. */
  sanitised: async (html: string): Promise<string> => {
    // Loaded on first use, so that a thread for a text does not load the parser of mail.
    const { sanitizeBody } = await import('#content/mime/index.ts');
    return sanitizeBody(html).html;
  },
} as const;
export type HtmlWork = keyof typeof htmlWork;

/** Up to here the work takes a few milliseconds; 5 MB of markup take seconds, during which other requests would wait. */
const IN_PLACE_CHARACTERS = 64 * 1024;
const DEADLINE = 15_000;

/** Runs the work, in a thread of its own for large documents. */
export async function onHtml(work: HtmlWork, html: string): Promise<string> {
  // Inside Next's bundle there are no files of ours to start a thread from.
  const folder = import.meta.dirname as string | undefined;
  if (html.length <= IN_PLACE_CHARACTERS || folder === undefined) return htmlWork[work](html);
  const worker = new Worker(join(folder, 'html-thread-worker.ts'), { workerData: { work, html } });
  const timer = setTimeout(() => worker.terminate(), DEADLINE);
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('An HTML body could not be read in time.')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
