import { getMessage } from './operations/get.ts';
import { getAttachment } from './operations/get-attachment.ts';
import { getRawMessage } from './operations/get-raw.ts';
import { listQuarantined } from './operations/list-quarantine.ts';

export { mayReview, requireMessage } from './access.ts';
export {
  findThreadsByMessageId,
  insertAttachments,
  insertMessages,
  listThreadMessages,
} from './repository.ts';
export type { MessageRow, NewAttachment, NewMessage } from './rows.ts';
export { type Message, message, type Triage, type Trust } from './schema.ts';
export { toMessage } from './serialize.ts';

export const operations = [getMessage, getRawMessage, getAttachment, listQuarantined];
