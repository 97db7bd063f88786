import { getThread } from './operations/get.ts';
import { listThreadsOperation } from './operations/list.ts';
import { updateThread } from './operations/update.ts';
import { updateMessage } from './operations/update-message.ts';

export { eraser } from './erasure.ts';
export { identityOfThread } from './erasure-repository.ts';
export { mergeParticipants, takesPart } from './participants.ts';
export {
  applyChanges,
  findThread,
  findTokens,
  insertTokens,
  lockThreadOf,
  lockThreads,
  recount,
  setHeading,
  type ThreadChange,
  type ThreadRow,
} from './repository.ts';
export { splitThreadToken, threadToken, withThreadToken } from './token.ts';
export { verifiedTokens } from './verified-tokens.ts';

export const operations = [listThreadsOperation, getThread, updateThread, updateMessage];
