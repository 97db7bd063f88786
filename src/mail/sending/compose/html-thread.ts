import { join } from 'node:path';
import { ThreadQueue } from '#kernel/threads/thread-queue.ts';
import { textFromHtml } from './html-text.ts';

/** The results that are made from the HTML body of a sent message. */
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

/** Up to this size the work takes milliseconds. 5 MB of markup take seconds, during which other requests would wait. */
const IN_PLACE_CHARACTERS = 64 * 1024;
const LIMITS = { cpuMs: 15_000, silentMs: 60_000 };

export type HtmlRequest = { work: HtmlWork; html: string };
export type HtmlResponse = { type: 'ready' } | { type: 'done'; result: string };

// Next's bundle does not contain our files, so no thread can be started from them.
const folder = import.meta.dirname as string | undefined;

const queue =
  folder === undefined
    ? null
    : new ThreadQueue<HtmlRequest, HtmlResponse>({
        thread: { program: join(folder, 'html-thread-worker.ts'), name: 'html' },
        limits: LIMITS,
        size: 2,
        isReady: ({ type }) => type === 'ready',
      });

/** Runs the work, in a thread for large documents. @throws Error when the document takes longer than the limits allow */
export async function onHtml(work: HtmlWork, html: string): Promise<string> {
  if (html.length <= IN_PLACE_CHARACTERS || queue === null) return htmlWork[work](html);
  let result: string | null = null;
  const failure = await queue.run(
    async () => ({ request: { work, html } }),
    (response) => {
      result = response.type === 'done' ? response.result : null;
      return true;
    },
  );
  if (result === null) throw new Error(`An HTML body could not be read: ${failure}.`);
  return result;
}
