import type { z } from 'zod';
import type { Provenance } from '#mail/guard/index.ts';
import type { MessageRow } from '#mailbox/messages/index.ts';
import { toMessage } from '#mailbox/messages/index.ts';
import type { ApprovalRow } from './repository.ts';
import type { approval, approvalWithMessage } from './schema.ts';

export const serializeApproval = (row: ApprovalRow): z.input<typeof approval> => ({
  id: row.id,
  tenant_id: row.tenant_id,
  identity_id: row.identity_id,
  message_id: row.message_id,
  status: row.status,
  reasons: row.reasons,
  evidence: row.evidence,
  subject: row.subject,
  to: row.to,
  requested_at: row.requested_at,
  requested_by: { type: row.requested_by_type, id: row.requested_by_id },
  decided_at: row.decided_at,
  decided_by:
    row.decided_by_type === null ? null : { type: row.decided_by_type, id: row.decided_by_id ?? '' },
  comment: row.comment,
  batch: row.batch,
  expires_at: row.expires_at,
  edited: row.original !== null,
  content_sha256: row.content_hash,
});

export const serializeWithMessage = (
  row: ApprovalRow,
  message: MessageRow,
  provenance: readonly Provenance[],
): z.input<typeof approvalWithMessage> => ({
  ...serializeApproval(row),
  message: toMessage(message),
  original: row.original,
  provenance: [...provenance],
});
