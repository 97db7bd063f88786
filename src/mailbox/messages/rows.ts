import type { Message, Triage, Trust } from './schema.ts';

type Mailbox = { address: string; name: string | null };

/** A message to store. Byte arrays travel as hex in the JSON of the insert. */
export type NewMessage = {
  id: string;
  tenant_id: string;
  identity_id: string;
  thread_id: string;
  direction: 'inbound' | 'outbound';
  status: string;
  kind: 'normal' | 'transactional' | 'marketing' | 'auto_reply';
  from: Mailbox | null;
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  reply_to: Mailbox[];
  delivered_to: string | null;
  is_primary_recipient: boolean;
  subject: string;
  sent_at: string | null;
  received_at: string | null;
  /** Only for scheduled messages. */
  send_at?: string | null;
  extracted_text: string;
  text: string;
  html: string | null;
  headers: [string, string][];
  labels: string[];
  is_read: boolean;
  trust: Trust | null;
  quarantine_reason: string | null;
  triage: Triage;
  refs: Message['refs'];
  /** The code or link that `wait` may release; never part of a message that is read. */
  verification: { code: string | null; link: string | null } | null;
  rfc_message_id: string;
  in_reply_to: string | null;
  references: string[];
  flags: string[];
  metadata: Record<string, unknown>;
  raw_id: string | null;
  content_hash: string | null;
  created_at: string;
};

const columnTypes: Record<keyof NewMessage, string> = {
  id: 'text',
  tenant_id: 'text',
  identity_id: 'text',
  thread_id: 'text',
  direction: 'text',
  status: 'text',
  kind: 'text',
  from: 'jsonb',
  to: 'jsonb',
  cc: 'jsonb',
  bcc: 'jsonb',
  reply_to: 'jsonb',
  delivered_to: 'text',
  is_primary_recipient: 'boolean',
  subject: 'text',
  sent_at: 'timestamptz',
  received_at: 'timestamptz',
  send_at: 'timestamptz',
  extracted_text: 'text',
  text: 'text',
  html: 'text',
  headers: 'jsonb',
  labels: 'text[]',
  is_read: 'boolean',
  trust: 'jsonb',
  quarantine_reason: 'text',
  triage: 'jsonb',
  refs: 'jsonb',
  verification: 'jsonb',
  rfc_message_id: 'text',
  in_reply_to: 'text',
  references: 'text[]',
  flags: 'text[]',
  metadata: 'jsonb',
  raw_id: 'text',
  content_hash: 'text',
  created_at: 'timestamptz',
};

const names = Object.keys(columnTypes) as (keyof NewMessage)[];

/** The column list of the insert, made once from the one list above. */
export const messageColumns = {
  names: names.map((name) => `"${name}"`).join(', '),
  types: names.map((name) => `"${name}" ${columnTypes[name]}`).join(', '),
  fromRecord: names
    .map((name) => (name === 'content_hash' ? `decode(r.content_hash, 'hex')` : `r."${name}"`))
    .join(', '),
};

export type NewAttachment = {
  id: string;
  message_id: string;
  identity_id: string;
  position: number;
  filename: string;
  content_type: string;
  size: number;
  disposition: 'attachment' | 'inline';
  content_id: string | null;
  blob_id: string;
  text_status: 'pending' | 'ready' | 'unavailable' | 'skipped';
  pages: number | null;
  risk: string | null;
};

/** A message as the reads of the repository give it. */
export type MessageRow = Omit<Message, 'deliveries'> & {
  tenant_id: string;
  deliveries: Message['deliveries'];
  references: string[];
  raw_id: string | null;
  quarantine_reason: string | null;
};
