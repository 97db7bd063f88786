import { parseLimits } from './limits.ts';
import { clipBytes, safeText } from './safe-text.ts';
import type { Mailbox, ParsedMessage, ProcessedMessage } from './types.ts';

/** UTF-8 bytes of one string of a message, by its field. A string of any other field has `other`. */
const maxBytes = {
  subject: 4 * 1024,
  body: 4 * 1024 * 1024,
  headerValue: 512 * 1024,
  displayName: 1_024,
  other: 4 * 1024,
} as const;

/**
 * Makes whatever the readers found fit for the database: well-formed text without NUL, each field bounded in bytes. It
 * runs once for every message, after all readers, so that no reader has to remember it. Ids and addresses that are too
 * long are left out, because half of an id is the id of another message.
 */
export function toStorable(message: ProcessedMessage): ProcessedMessage {
  const { parsed, ...rest } = message;
  return { ...clean(rest, maxBytes.other), parsed: storableParsed(parsed) };
}

function storableParsed(parsed: ParsedMessage): ParsedMessage {
  // File contents are bytes, of which nothing is cleaned.
  const { attachments, headers, subject, text, html, extractedText, ...fields } = parsed;
  const cleaned = clean(fields, maxBytes.other);
  return {
    ...cleaned,
    subject: cleanText(subject, maxBytes.subject),
    text: cleanText(text, maxBytes.body),
    html: html === null ? null : cleanText(html, maxBytes.body),
    extractedText: cleanText(extractedText, maxBytes.body),
    headers: headers.map(([name, value]) => [
      cleanText(name, maxBytes.other),
      cleanText(value, maxBytes.headerValue),
    ]),
    messageId: boundId(cleaned.messageId),
    inReplyTo: boundId(cleaned.inReplyTo),
    references: cleaned.references.filter((id) => boundId(id) !== null),
    from: cleaned.from && (boundMailboxes([cleaned.from])[0] ?? null),
    sender: cleaned.sender && (boundMailboxes([cleaned.sender])[0] ?? null),
    to: boundMailboxes(cleaned.to),
    cc: boundMailboxes(cleaned.cc),
    replyTo: boundMailboxes(cleaned.replyTo),
    attachments: attachments.map(({ content, ...attachment }) => ({
      ...clean(attachment, maxBytes.other),
      filename: cleanText(attachment.filename, parseLimits.filenameBytes),
      content,
    })),
  };
}

const cleanText = (text: string, bytes: number): string => clipBytes(safeText(text), bytes);

/** Message ids are indexed; Postgres refuses index entries of more than 2,704 bytes. */
const boundId = (id: string | null): string | null =>
  id === null || Buffer.byteLength(id) > parseLimits.messageIdBytes ? null : id;

const boundMailboxes = (mailboxes: readonly Mailbox[]): Mailbox[] =>
  mailboxes
    .filter(({ address }) => Buffer.byteLength(address) <= parseLimits.addressBytes)
    .map(({ address, name }) => ({ address, name: clipBytes(name, maxBytes.displayName) }));

/** The same data with every string in it cleaned, keys included. */
function clean<T>(value: T, bytes: number): T {
  return cleanValue(value, bytes) as T;
}

function cleanValue(value: unknown, bytes: number): unknown {
  if (typeof value === 'string') return cleanText(value, bytes);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, bytes));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cleanText(key, bytes), cleanValue(item, bytes)]),
  );
}
