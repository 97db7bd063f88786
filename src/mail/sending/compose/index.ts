export { type AddressResult, addressKey, parseAddress } from '#kernel/base/email-address.ts';
export type { ComposeAttachment } from './attachments.ts';
export { textAsHtml } from './body.ts';
export { type ComposedMessage, type ComposeInput, composeMessage, serviceHeaderNames } from './compose.ts';
export { CompositionError } from './composition-error.ts';
export { quotedForward, withoutInlineImages } from './forward.ts';
export { checkCustomHeaders, type HeaderViolation, headerLimits } from './headers.ts';
export { textFromHtml } from './html-text.ts';
export { onHtml } from './html-thread.ts';
export type { Mailbox } from './mailbox.ts';
export { boundReferences, normalizeMessageId } from './message-id.ts';
export {
  type ParsedRecipients,
  parseMailbox,
  parseRecipients,
  type RecipientFields,
  type RecipientInput,
  type RecipientViolation,
} from './recipients.ts';
export {
  forwardSubject,
  type OriginalMessage,
  type OriginalReferences,
  replyAllRecipients,
  replyRecipients,
  replyReferences,
  replySubject,
} from './reply.ts';
export { withSender } from './with-sender.ts';
