import { getThread } from './operations/get.ts';
import { listThreadsOperation } from './operations/list.ts';

export { mergeParticipants, takesPart } from './participants.ts';
export {
  applyChanges,
  findThread,
  findTokens,
  insertTokens,
  lockThreads,
  type ThreadChange,
  type ThreadRow,
} from './repository.ts';
export { splitThreadToken, threadToken, withThreadToken } from './token.ts';

export const operations = [listThreadsOperation, getThread];
