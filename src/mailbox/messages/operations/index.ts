import { getMessage } from './get.ts';
import { getAttachment } from './get-attachment.ts';
import { getRawMessage } from './get-raw.ts';
import { listMessagesOperation } from './list.ts';
import { listSent } from './list-sent.ts';
import { readMessageDesign } from './read-design.ts';

/** For signed-in people only. */
export const consoleOperations = [readMessageDesign] as const;

export const operations = [
  getMessage,
  getRawMessage,
  getAttachment,
  listMessagesOperation,
  listSent,
] as const;
