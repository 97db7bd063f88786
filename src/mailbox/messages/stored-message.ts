import type { Narrow, Row } from '#kernel/data/row.ts';
import { packBodies, type StoredBodies } from './bodies.ts';
import type { Message, MessageApproval, Triage, Trust } from './schema.ts';

type Mailbox = { address: string; name: string | null };

/** A message to store. Byte arrays are hexadecimal in the JSON of the insert. */
export type NewMessage = Narrow<
  Row<
    'messages',
    | 'id'
    | 'tenant_id'
    | 'identity_id'
    | 'thread_id'
    | 'direction'
    | 'status'
    | 'kind'
    | 'from'
    | 'to'
    | 'cc'
    | 'bcc'
    | 'reply_to'
    | 'delivered_to'
    | 'is_primary_recipient'
    | 'subject'
    | 'sent_at'
    | 'received_at'
    | 'extracted_text'
    | 'text'
    | 'html'
    | 'headers'
    | 'labels'
    | 'is_read'
    | 'trust'
    | 'quarantine_reason'
    | 'triage'
    | 'refs'
    | 'verification'
    | 'rfc_message_id'
    | 'in_reply_to'
    | 'references'
    | 'flags'
    | 'metadata'
    | 'raw_id'
    | 'created_at'
  >,
  {
    direction: 'inbound' | 'outbound';
    kind: 'normal' | 'transactional' | 'marketing' | 'auto_reply';
    from: Mailbox | null;
    to: Mailbox[];
    cc: Mailbox[];
    bcc: Mailbox[];
    reply_to: Mailbox[];
    text: string;
    headers: [string, string][];
    trust: Trust | null;
    triage: Triage;
    refs: Message['refs'];
    /** The code or link that `wait` may release. It is never part of a message in responses. */
    verification: { code: string | null; link: string | null } | null;
    metadata: Record<string, unknown>;
  }
> & {
  /** Only for scheduled messages. */
  send_at?: string | null;
  /** Only for messages that wait for approval. */
  approval?: MessageApproval | null;
  content_hash: string | null;
};

/** A message in its stored form. */
export type StoredMessage = Omit<NewMessage, 'text' | 'html'> & StoredBodies;

export const toStored = (message: NewMessage, format: number): StoredMessage => ({
  ...message,
  ...packBodies(message, format),
});

const columnTypes: Record<keyof StoredMessage, string> = {
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
  packed: 'text',
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
  approval: 'jsonb',
  content_hash: 'text',
  created_at: 'timestamptz',
};

const names = Object.keys(columnTypes) as (keyof StoredMessage)[];

/** SQL expressions for columns that are converted before they are stored. */
const storedAs: Partial<Record<keyof StoredMessage, string>> = {
  packed: `decode(r.packed, 'base64')`,
  content_hash: `decode(r.content_hash, 'hex')`,
};

/** The column list of the insert, derived from the list above. */
export const messageColumns = {
  names: names.map((name) => `"${name}"`).join(', '),
  types: names.map((name) => `"${name}" ${columnTypes[name]}`).join(', '),
  fromRecord: names.map((name) => storedAs[name] ?? `r."${name}"`).join(', '),
};

export type NewAttachment = Narrow<
  Row<'attachments'>,
  { disposition: 'attachment' | 'inline'; text_status: 'pending' | 'ready' | 'unavailable' | 'skipped' }
>;

/** A message as the repository returns it. */
export type MessageRow = Omit<Message, 'deliveries' | 'approval'> &
  Row<'messages', 'tenant_id' | 'references' | 'raw_id' | 'quarantine_reason'> & {
    deliveries: Message['deliveries'];
    approval: MessageApproval | null;
  };
