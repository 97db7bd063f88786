export {
  asksForAction,
  readMarkup,
  shareReader,
  steering,
  steeringPassages,
  steers,
} from './learned/index.ts';
export {
  type Category,
  type Content,
  categories,
  type Evidence,
  FILE_CHARACTERS,
  type Mailbox,
  type Reading,
  type RiskFlag,
  riskFlags,
  type Sender,
} from './message.ts';
export {
  cutPassage,
  type MessageReading,
  prepareReader,
  READER_VERSION,
  readMessage,
  riskFlagsOf,
} from './read-message.ts';
export { readOffLoop } from './reading-thread.ts';
export { cut, oneLine } from './summary.ts';
export type { Verification } from './verification/find.ts';
export { conceptsOf, type Meaning, meaningOf } from './words.ts';
