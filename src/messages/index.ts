// First, and apart from the imports below: rooms that these call into build operations on the schemas while this room
// still loads.
export {
  type Message,
  message,
  type OutboundStatus,
  type Triage,
  type Trust,
  triage,
  trust,
} from './schema.ts';

import { getMessage } from './operations/get.ts';
import { getAttachment } from './operations/get-attachment.ts';
import { getRawMessage } from './operations/get-raw.ts';
import { listMessagesOperation } from './operations/list.ts';

export { mayReview, requireAnswerable, requireMessage } from './access.ts';
export { eraser } from './erasure.ts';
export {
  lockAttachments,
  type MailboxPosition,
  type ScannedMessage,
  scanMailbox,
  threadsInvolving,
} from './erasure-repository.ts';
export {
  changeMessages,
  countAutomaticReplies,
  findByMessageId,
  findMessage,
  findNewestOfThread,
  findOriginalFile,
  findSentAttachment,
  findWholeMessages,
  insertAttachments,
  insertMessages,
  listAttachmentFiles,
  listQuarantine,
  listThreadMessages,
  type MessageIdRow,
  type MessageSummary,
  type ReaderChange,
  releaseMessage,
  summaryColumns,
} from './repository.ts';
export { rawMessageRetention } from './retention.ts';
export { deleteUnusedRaws } from './retention-repository.ts';
export type { MessageRow, NewAttachment, NewMessage } from './rows.ts';
export { toMessage } from './serialize.ts';

export const operations = [getMessage, getRawMessage, getAttachment, listMessagesOperation];
