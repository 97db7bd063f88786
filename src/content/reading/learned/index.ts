import type { Content, Reading } from './message.ts';
import { Reader } from './reader.ts';
import { loadWeights } from './weights.ts';

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

/** Reads a message with the weights in the repository, which are loaded when a thread first reads. */
export function read(content: Content): Reading {
  reader ??= new Reader(loadWeights());
  return reader.read(content);
}
