import type { GuardReason } from '#mail/guard/index.ts';
import type { PolicyReasonName } from '#mail/sending/index.ts';
import type { ApprovalStatus } from '#mailbox/messages/index.ts';
import type { Tone } from '../parts/badge.tsx';
import { asWords, labelOf } from './label-of.ts';

type Label = { name: string; tone: Tone };

export const approvalStatuses: Record<ApprovalStatus, Label> = {
  pending: { name: 'Waiting', tone: 'warn' },
  approved: { name: 'Approved', tone: 'good' },
  rejected: { name: 'Rejected', tone: 'bad' },
  expired: { name: 'Expired', tone: 'neutral' },
  canceled: { name: 'Withdrawn', tone: 'neutral' },
};

export const approvalStatus = (status: string): Label =>
  labelOf(approvalStatuses, status) ?? { name: asWords(status), tone: 'neutral' };

/** Why a message waits, in a few words. The evidence says more. */
const reasons: Record<PolicyReasonName | GuardReason['reason'], string> = {
  policy_always: 'Required by the policy',
  loop: 'Repeats the same reply',
  canary: 'Contains internal markers',
  external_recipient: 'Recipient outside the workspace',
  new_recipient: 'New recipient',
  risky_conversation: 'Conversation with a flagged message',
  attachment_to_new_recipient: 'Files to a new recipient',
  many_new_recipients: 'Many new recipients',
  recipient_from_content: 'Recipient comes from mail',
  reply_to_diverted: 'Reply goes elsewhere',
  content_of_other_thread: 'Content from another conversation',
  code_disclosure: 'Contains a code',
  secret_disclosure: 'Contains a secret',
  steered: 'May be steered by mail',
  link_from_content: 'Link comes from mail',
  burst: 'Many new recipients at once',
};

export const approvalReason = (reason: string): string => labelOf(reasons, reason) ?? asWords(reason);

/** The outcome of one message of a batch. */
export const batchOutcomes = { approved: 'Approved', rejected: 'Rejected', failed: 'Not decided' } as const;

export const approvalTexts = {
  title: 'Approvals',
  intro: 'Messages that agents want to send and that wait for a person. Nothing is sent before you decide.',
  waiting: 'Waiting',
  all: 'All',
  showWaiting: 'Show all waiting messages',
  emptyTitle: 'Nothing waits for approval',
  empty: 'The policy of the workspace decides which messages wait here.',
  keys: 'J and K move, A approves, R rejects, E edits, X selects.',
  changed: 'The message changed since you opened it. Review it again.',
} as const;
