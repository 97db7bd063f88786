export { Caller, type CallerOptions, type CallOptions, type RawBody, type Spec } from './caller.ts';
export { Proofmail, Proofmail as default, type ProofmailOptions } from './client.ts';
export * from './errors.ts';
export { type AttachedFile, attachment, filenameOf } from './files.ts';
export { apiVersion } from './generated/operations.ts';
export type * from './generated/types.ts';
export { Mailbox, NothingCameError, type WaitOptions } from './mailbox.ts';
export { Pages } from './pages.ts';
export {
  type AssertionClaims,
  AssertionError,
  decodeAssertion,
  type VerifyAssertionOptions,
  verifyAssertion,
} from './proof.ts';
export type { StreamEvent } from './streams.ts';
export type { FeedScope, TailOptions } from './tail.ts';
export {
  forAiSdk,
  forAnthropic,
  forLangChain,
  forOpenAi,
  type MailTool,
  mailNotice,
  mailTools,
  runTool,
} from './tools.ts';
export { signWebhook, type VerifyOptions, verifyWebhook, WebhookVerificationError } from './webhooks.ts';
