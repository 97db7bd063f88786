export { type AwaitedMessage, findAwaited, recordAwaited } from './awaited-repository.ts';
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
export {
  type ReturnPathOwner,
  returnPathToken,
  splitThreadToken,
  threadToken,
  withThreadToken,
} from './token.ts';
export { hasReturnPath, verifiedTokens } from './verified-tokens.ts';
