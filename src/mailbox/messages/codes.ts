import type { SubmitReason } from '#kernel/ports/mail-transport.ts';
import type { SuppressionReason } from '#mailbox/suppressions/index.ts';

/** Why a message was quarantined (spec 2.6). */
export type QuarantineReason =
  | 'authentication_failed'
  | 'authentication_unverified'
  | 'archive_bomb'
  | 'unsolicited_otp'
  | 'spam';

/** How a received message could mislead its reader about the sender (spec 2.6). */
export type TrustFlag =
  | 'hidden_text'
  | 'display_name_spoof'
  | 'lookalike_domain'
  | 'reply_to_mismatch'
  | 'thread_join_unverified';

/** Unusual properties of a message, received or sent (spec 2.6). */
export type MessageFlag =
  | 'sent_via_fallback'
  | 'parse_degraded'
  | 'encrypted'
  | 'body_truncated'
  | 'message_id_conflict'
  | 'reprocessed'
  | 'reconciled'
  | 'bcc'
  | 'loopback'
  | 'captured';

/** Why a recipient of a sent message has its status (spec 2.13, 4.6, 7.3). */
export type DeliveryReason =
  | SubmitReason
  | SuppressionReason
  | 'recipient_suppressed_by_provider'
  | 'quota_exhausted'
  | 'resolved_not_sent'
  | 'domain_failing_no_fallback'
  | 'marketing_needs_ses'
  | 'from_address_retired'
  | 'tenant_suspended'
  | 'identity_paused'
  | 'send_block'
  | 'not_on_allowlist'
  | 'unknown_recipient'
  | 'approval_rejected'
  | 'approval_expired';
