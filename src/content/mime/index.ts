export type { ContentSignal } from './content-signals.ts';
export { degradedMessage } from './degraded.ts';
export { readDesign } from './design-thread.ts';
export { sanitizeBody } from './html-body.ts';
export { parseMessage } from './parse-message.ts';
export { createParsePool, type ParsePool, type ParsePoolOptions } from './parse-pool.ts';
export { isReadWithMessage } from './read-content.ts';
export type {
  ArcResult,
  Authentication,
  AuthenticationDetails,
  DeliveryReport,
  DkimResult,
  DmarcResult,
  Mailbox,
  ParsedAttachment,
  ParsedMessage,
  ParseFlag,
  ParseJob,
  ProcessedMessage,
  SpfResult,
  Verdict,
} from './types.ts';
