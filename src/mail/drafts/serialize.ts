import type { z } from 'zod';
import type { DraftRow } from './repository.ts';
import type { draft } from './schema.ts';

export const serializeDraft = (row: DraftRow): z.input<typeof draft> => ({
  id: row.id,
  tenant_id: row.tenant_id,
  identity_id: row.identity_id,
  mode: row.mode,
  ...(row.thread_id !== null && { thread_id: row.thread_id }),
  ...(row.in_reply_to_message_id !== null && { in_reply_to_message_id: row.in_reply_to_message_id }),
  to: row.to,
  cc: row.cc,
  bcc: row.bcc,
  subject: row.subject,
  text: row.text,
  html: row.html,
  attachments: row.attachments,
  headers: row.headers,
  metadata: row.metadata,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: { type: row.created_by_type, id: row.created_by_id },
});
