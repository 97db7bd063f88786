import { sharedBytes } from './bytes.ts';
import { headAt } from './heads.ts';
import type { Content, Reading } from './message.ts';
import { Reader } from './reader.ts';
import { conceptsFile } from './text/concepts.ts';
import { meaningsFile } from './text/meanings.ts';
import { loadWeights, weightsFile } from './weights.ts';

export { readMarkup } from './input/markup.ts';
export {
  type Category,
  type Content,
  categories,
  type Evidence,
  type File,
  type Flag,
  learnedFlags,
  type Mailbox,
  type Part,
  type Reading,
} from './message.ts';

let reader: Reader | undefined;
const theReader = (): Reader => {
  reader ??= new Reader(loadWeights());
  return reader;
};

/** Threads that are started from now on read with this thread's copy of the weights and tables. */
export function shareReader(): void {
  for (const file of [weightsFile, conceptsFile, meaningsFile]) sharedBytes(file);
}

/** Reads a message with the weights in the repository, which are loaded when a thread first reads. */
export const read = (content: Content): Reading => theReader().read(content);

/** A passage at least as likely as this to steer software counts as one that does. */
const STEERS = 0.5;

const alone = { from: null, reply_to: [], subject: '', html: null, headers: [], attachments: [] };

/** 0 to 1: how likely a passage of a message or file is to steer the software that reads it; decoded where it is encoded. */
export const steering = (text: string): number =>
  theReader()
    .score({ ...alone, text })
    .passages.reduce((most, score) => Math.max(most, score), 0);

const LONGEST_WORD = 30;
const unspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Thai}|\p{Script=Khmer}|\p{Script=Lao}/u;

/** Noise is not judged alone: what tells somebody something has words, or a script without blanks. */
const hasWords = (text: string): boolean =>
  unspaced.test(text) ||
  (text.match(/\p{L}+/gu) ?? []).filter((word) => word.length <= LONGEST_WORD).length > 2;

/**
 * The passages of a text that steer the software that reads it, as they stand in the text; encoded ones in their encoded
 * form. `least`: the score from which a passage counts.
 */
export const steeringPassages = (text: string, least = STEERS): string[] => {
  const { dissected, passages: scores } = theReader().score({ ...alone, text });
  return dissected.passages.flatMap((passage, at) =>
    scores[at]! >= least && hasWords(passage.text) ? [passage.encoded ?? passage.text] : [],
  );
};

/** A text at least as likely as this to ask its reader to act counts as one that does. Short texts score higher than mails. */
const ASKS = 0.6;
const MOST_ASKED = 20_000;

/**
 * Whether a text asks its reader to sign in, to confirm, to pay, to give details, to install or to fill in something. Its
 * words alone say so, not that it has links; of a long one the beginning is read.
 */
export function asksForAction(text: string): boolean {
  const words = text.slice(0, MOST_ASKED).replace(/https?:\/\/\S+/gi, ' ');
  return theReader().score({ ...alone, text: words }).probabilities[headAt('asks')]! >= ASKS;
}

/** Whether a passage tries to steer the software that reads it. */
export const steers = (text: string): boolean => steering(text) >= STEERS;
