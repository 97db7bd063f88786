import { listMessagesOperation } from './list.ts';
import { listSent } from './list-sent.ts';
import { readMessage } from './read.ts';
import { readAttachment } from './read-attachment.ts';
import { readMessageDesign } from './read-design.ts';
import { readRawMessage } from './read-raw.ts';

/** Operations for signed-in people only. */
export const consoleOperations = [readMessageDesign] as const;

export const operations = [
  readMessage,
  readRawMessage,
  readAttachment,
  listMessagesOperation,
  listSent,
] as const;
