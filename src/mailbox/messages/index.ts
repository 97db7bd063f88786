export { mayReview, requireAnswerable, requireMessage } from './access.ts';
export { type Fence, makeFence, maySteer, toAgentMessage } from './agent-view.ts';
export {
  bodyColumns,
  bodyFields,
  packedTextColumn,
  type StoredBodies,
  unpackBodies,
  unpackHeaders,
  unpackText,
} from './bodies.ts';
export type { DeliveryReason, MessageFlag, QuarantineReason, TrustFlag } from './codes.ts';
export { countAutomaticReplies, countQueued } from './counts-repository.ts';
export { downloadHeaders } from './download-headers.ts';
export { eraser } from './erasure.ts';
export {
  lockAttachments,
  type MailboxPosition,
  type ScannedMessage,
  scanMailbox,
  threadsInvolving,
} from './erasure-repository.ts';
export {
  findFile,
  findFilesByName,
  findOriginalFile,
  findSentAttachment,
  insertAttachments,
  listAttachmentFiles,
} from './file-repository.ts';
export { findByMessageId, type MessageIdRow } from './message-id-repository.ts';
export { READS_KEPT, readsRecorded, recordReads } from './model-reads.ts';
export { noReading } from './no-reading.ts';
export { countQuarantineDue, type QuarantineDue } from './quarantine-due-repository.ts';
export {
  changeMessages,
  findMessage,
  findNewestOfThread,
  findRiskInThread,
  findWholeMessages,
  insertMessages,
  listQuarantine,
  listThreadMessages,
  type MessageSummary,
  type QuarantineItem,
  type ReaderChange,
  releaseMessage,
  summaryColumns,
} from './repository.ts';
export { modelReadRetention, rawMessageRetention } from './retention.ts';
export { deleteUnusedRaws } from './retention-repository.ts';
export {
  type ApprovalStatus,
  approvalStatuses,
  type Message,
  type MessageApproval,
  message,
  messageApproval,
  type OutboundStatus,
  type Triage,
  type Trust,
  triage,
  trust,
} from './schema.ts';
export { toMessage } from './serialize.ts';
export type { MessageRow, NewAttachment, NewMessage } from './stored-message.ts';
export {
  listView,
  type MailSummary,
  mailSummary,
  type SummaryRow,
  toAgentSummary,
  writeSummaries,
} from './summary.ts';
export { summaryOfMessage } from './summary-repository.ts';
export { listTenantQuarantine } from './tenant-repository.ts';
export { fenceFields, view, viewFields } from './view.ts';
