import type { ApiEnums } from './api-enums.ts';
import { approvalStatuses, batchOutcomes } from './approvals.ts';
import { intervals, packLabels } from './billing.ts';
import { bounceTypes, statuses as deliveryStatuses, recipientFields } from './deliveries.ts';
import { states as domainStates, methods, purposes, recordState, transports } from './domains.ts';
import { reasons as guardReasons, guardVerdicts } from './guard.ts';
import { evidenceParts } from './messages.ts';
import { noticeLabels } from './notices.ts';
import { permissionLabels } from './permissions.ts';
import { componentStates, deadLetterStates, maintenanceLabels, maintenanceStates } from './platform.ts';
import { policyChoices } from './policy.ts';
import { sharedThings } from './provenance.ts';
import { adviceWords, policyNames } from './reports.ts';
import { roles } from './roles.ts';
import { answerNotes, searchModeLabels, traceActions } from './search.ts';
import { suppressionReasons } from './suppressions.ts';
import { findingNames, findingStates, testMailRecipients, testMailStates } from './test-mails.ts';
import { agentProblems, verdicts } from './trust.ts';
import { offReasons, states as webhookStates } from './webhooks.ts';
import {
  billingModes,
  featureLabels,
  identityStates,
  limitLabels,
  partnerBilling,
  partnerStates,
  pauseReasons,
  suspenders,
  tenantModes,
  tenantStates,
} from './workspace.ts';

/** How a value is shown: a text, or an entry with more details. Null means that the value needs no words. */
type Shown = string | object | null;
type Words<Value extends string> = { readonly [Each in Value]: Shown };

/**
 * The words for every enum in a response of the API. A new enum, or a new value of one, does not compile until it has
 * words here. The names come from the registry (`node scripts/api-enums.ts`).
 */
export const vocabulary: { readonly [Name in keyof ApiEnums]: Words<ApiEnums[Name]> } = {
  'Address.forwarding': { unverified: 'Not tested', ok: 'Works', failed: 'Failed' },
  'Address.role': { primary: 'Primary', alias: 'Alias' },
  'Address.status': { pending: 'Pending', active: 'Active', retiring: 'Being retired', retired: 'Retired' },
  'AgentProof.problem': agentProblems,
  'AgenticResult.status': answerNotes,
  'AgenticResult.trace.action': traceActions,
  'ApiKeyWithSecret.created_by.type': {
    user: 'A person',
    key: 'An API key',
    bootstrap: 'The first start of the deployment',
  },
  'ApiKeyWithSecret.mcp_view': { agent: 'For agents', plain: 'Unchanged' },
  'ApprovalOutcome.outcome': batchOutcomes,
  'Attachment.disposition': { attachment: 'Attachment', inline: 'Shown in the text' },
  'Attachment.text_status': {
    pending: 'Being read',
    ready: 'Text available',
    unavailable: 'No text found',
    skipped: 'Not read',
  },
  'AttachmentText.status': {
    pending: 'Being read',
    ready: 'Text available',
    unavailable: 'No text found',
    skipped: 'Not read',
  },
  'AuditVerification.faults.fault': {
    missing: 'An entry is missing',
    changed: 'An entry was changed',
    unchained: 'An entry does not follow the previous one',
    not_the_noted_row: 'The entry differs from the one that you noted',
  },
  'BillingAccount.mode': billingModes,
  'ComponentHealth.status': componentStates,
  'DeadLetter.status': deadLetterStates,
  'Delivery.bounce_type': bounceTypes,
  'Delivery.field': recipientFields,
  'Domain.method': methods,
  'Domain.records.purpose': purposes,
  'Domain.records.status': recordState,
  'Domain.relay.tls': { implicit: 'TLS from the start', starttls: 'STARTTLS' },
  'Domain.status': domainStates,
  'Domain.transport': transports,
  'Draft.created_by.type': { key: 'An API key', user: 'A person' },
  'Draft.mode': { send: 'New message', reply: 'Reply', reply_all: 'Reply to all', forward: 'Forward' },
  'DryRunResult.recipients.status': deliveryStatuses,
  'ErasureRequest.scope': {
    message: 'One message',
    thread: 'One conversation',
    counterparty: 'Everything with one correspondent',
    identity: 'One identity',
    tenant: 'The whole workspace',
  },
  'ErasureRequest.status': {
    queued: 'Waiting',
    running: 'Running',
    completed: 'Completed',
    completed_with_holds: 'Completed, except for legal holds',
    failed: 'Failed',
    canceled: 'Canceled',
  },
  'ExplainStep.step': {
    refused: 'Refused on arrival',
    accepted: 'Accepted',
    authentication: 'Sender checked',
    decision: 'Inbox or quarantine',
    thread: 'Conversation',
    triage: 'Triage',
    approval: 'Approval',
    schedule: 'Schedule',
    delivery: 'Delivery',
  },
  'Export.scope': { counterparty: 'Everything with one correspondent', identity: 'One identity' },
  'Export.status': {
    queued: 'Waiting',
    running: 'Running',
    completed: 'Ready',
    failed: 'Failed',
    canceled: 'Canceled',
    expired: 'Expired',
  },
  'GuardVerdict.reasons.reason': guardReasons,
  'GuardVerdict.verdict': guardVerdicts,
  'Identity.pause_reason': pauseReasons,
  'Identity.send_policy.auto_reply': { allowed: 'Allowed', denied: 'Not allowed' },
  'Identity.status': identityStates,
  'IdentityKey.status': { active: 'Active', retiring: 'Being retired', revoked: 'Revoked' },
  'Invitation.role': roles,
  'Job.name': maintenanceLabels,
  'Job.status': maintenanceStates,
  'KeyRotation.purpose': {
    thread: 'Reply addresses',
    link: 'Download links',
    cursor: 'Pages of lists',
    web_bot_auth: 'Signed HTTP requests',
  },
  'LegalHold.scope': {
    thread: 'One conversation',
    identity: 'One identity',
    counterparty: 'Everything with one correspondent',
    tenant: 'The whole workspace',
  },
  'ListEntry.direction': { receive: 'Incoming mail', send: 'Outgoing mail' },
  'ListEntry.kind': { allow: 'Allowed', block: 'Blocked' },
  'Member.role': roles,
  'Message.direction': { inbound: 'Received', outbound: 'Sent' },
  'Message.kind': {
    normal: 'Ordinary',
    transactional: 'Transactional',
    marketing: 'Marketing',
    auto_reply: 'Automatic reply',
  },
  'Message.masked.reason': {
    steering: 'Tries to steer the agent',
    hidden_text: 'Hidden from readers',
    invisible_characters: 'Invisible characters',
  },
  'MessageApproval.status': approvalStatuses,
  'OwnApiKey.level': {
    platform: 'The whole deployment',
    partner: 'All workspaces of a partner',
    tenant: 'The whole workspace',
    identity: 'One identity',
  },
  'OwnApiKey.mode': tenantModes,
  'Partner.default_billing_mode': partnerBilling,
  'Partner.status': partnerStates,
  'Plan.included': featureLabels,
  'Plan.interval': intervals,
  'Provenance.shares': sharedThings,
  'Refusal.reason': {
    unknown_recipient: 'No such mailbox',
    recipient_not_ready: 'Domain not ready',
    mailbox_full: 'Mailbox full',
    message_too_large: 'Too large',
    mail_loop: 'In a mail loop',
    not_stored: 'Not stored, the sender tries again',
  },
  'Refusal.stage': { recipient: 'Before the message', data: 'After the message' },
  'RelayProbe.status': { ok: 'Works', failed: 'Failed' },
  'SearchResult.query.mode': searchModeLabels,
  'Suppression.reason': suppressionReasons,
  'Tenant.status': tenantStates,
  'Tenant.suspended_by': suspenders,
  'TenantPolicy.ai_disclosure.mode': policyChoices,
  'TenantPolicy.inbound.extract_attachment_text': policyChoices,
  'TenantPolicy.large_attachments': policyChoices,
  'TenantPolicy.sending.approval': policyChoices,
  'TenantPolicy.sending.guard': policyChoices,
  'TenantPolicy.sending.guard_secrets': policyChoices,
  'Triage.status': { pending: 'Under way', done: 'Done', skipped: 'Not triaged', failed: 'Failed' },
  'TriageEvidence.part': evidenceParts,
  'Trust.verdict': verdicts,
  'Usage.billing': billingModes,
  'WebhookDelivery.status': webhookStates,
  'applications.read_request.destination.kind': {
    web: 'A website',
    computer: 'A program on this computer',
    app: 'An app',
  },
  'applications.read_request.kind': { browser: 'A browser', device: 'A device' },
  'applications.read_request.scopes': permissionLabels,
  'audit.name_actors.data.kind': { key: 'API key', person: 'Person' },
  'domains.list_checks.data.trigger': {
    schedule: 'Scheduled',
    request: 'Requested',
    maintenance: 'Maintenance',
  },
  'domains.list_reports.data.kind': { dmarc: 'DMARC', tls: 'TLS' },
  'domains.send_test_mail.findings.check': findingNames,
  'domains.send_test_mail.findings.state': findingStates,
  'domains.send_test_mail.kind': testMailRecipients,
  'domains.send_test_mail.status': testMailStates,
  'domains.summarize_reports.advice.next': policyNames,
  'domains.summarize_reports.advice.policy': policyNames,
  'domains.summarize_reports.advice.reason': adviceWords,
  'DomainConnectKey.records.type': { TXT: null },
  'OverviewNeeds.limits.feature': featureLabels,
  'OverviewNeeds.limits.kind': limitLabels,
  'OverviewNeeds.sends.items.status': deliveryStatuses,
  'OverviewNeeds.webhooks.items.disabled_reason': offReasons,
  'OverviewSetup.approval.result.mode': policyChoices,
  'approvals.last_week.examples.modes': policyChoices,
  'OverviewSetup.mail_received.result.status': { received: 'Received', quarantined: 'In quarantine' },
  'SentMessage.status': deliveryStatuses,
  'notices.list.data.scope': { workspace: 'Of this workspace', platform: 'Of the deployment' },
  'notices.list_choices.data.kind': noticeLabels,
  'overview.find_names.data.kind': { identity: 'Identity', key: 'API key', domain: 'Domain' },
  'payments.overview.pack_catalogue.feature': packLabels,
};
