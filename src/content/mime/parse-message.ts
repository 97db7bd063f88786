import { clip } from '#kernel/base/clip.ts';
import { decodeEncodedWords, parseAddressFields, reordersName } from './address-fields.ts';
import { isAutomated, listFields } from './automated.ts';
import { contentSignals } from './content-signals.ts';
import { readDeliveryReport } from './delivery-report.ts';
import { readEntityTree } from './entity-tree.ts';
import { fieldValues, firstValue, type HeaderBlock, readHeaderBlock } from './header-block.ts';
import { parseLimits } from './limits.ts';
import { parseStructuredValue } from './media-type.ts';
import { readBody } from './message-body.ts';
import { extractReply } from './quoted-reply.ts';
import { findReferences } from './references.ts';
import { safeText, singleLine } from './safe-text.ts';
import type { Mailbox, ParsedMessage, ParseFlag, ParseOptions } from './types.ts';
import { emptyMessage } from './unprocessed.ts';

/**
 * Parses a received message (RFC 5322, RFC 2045 to 2047, 2231) into plain data. Never throws: unreadable parts are
 * left out and the message is flagged `parse_degraded`. The time depends only on the size, but it can be seconds:
 * call it off the main thread.
 */
export function parseMessage(raw: Uint8Array, options: ParseOptions = {}): ParsedMessage {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const header = readHeaderBlock(bytes, 0, bytes.length, {
    maxBytes: parseLimits.headerBytes,
    maxFields: parseLimits.headerFields,
  });
  const message = readHeaderFields(header, options);
  if (options.headersOnly) addFlag(message, 'parse_degraded');
  else readContent(message, bytes, header);
  return message;
}

function readContent(message: ParsedMessage, bytes: Buffer, header: HeaderBlock): void {
  try {
    const tree = readEntityTree(bytes, header);
    const body = readBody(bytes, tree);
    message.text = body.text;
    message.html = body.html;
    message.sentHtml = body.sentHtml;
    message.attachments = body.attachments;
    message.extractedText = extractReply(body.text);
    message.signals = [...message.signals, ...contentSignals({ ...body, subject: message.subject })];
    message.refs = findReferences(message);
    message.report = readDeliveryReport(bytes, tree);
    if (tree.degraded) addFlag(message, 'parse_degraded');
    for (const flag of body.flags) addFlag(message, flag);
  } catch {
    // The bytes found a hole in a library: the header is still worth having, the raw message is kept.
    addFlag(message, 'parse_degraded');
  }
}

function readHeaderFields(header: HeaderBlock, options: ParseOptions): ParsedMessage {
  const flags: ParseFlag[] = header.truncated ? ['parse_degraded'] : [];
  const message = emptyMessage(flags);
  const mailboxes = (key: string): Mailbox[] => {
    const list = parseAddressFields(fieldValues(header, key));
    if (list.degraded) addFlag(message, 'parse_degraded');
    return list.mailboxes;
  };
  const contentType = parseStructuredValue(firstValue(header, 'content-type') ?? '').value;
  message.headers = header.fields.map((field) => [field.name, safeText(field.value)]);
  message.fromFieldCount = fieldValues(header, 'from').length;
  message.from = mailboxes('from')[0] ?? null;
  if (reordersName(fieldValues(header, 'from'))) message.signals.push('reordered_name');
  message.sender = mailboxes('sender')[0] ?? null;
  message.to = mailboxes('to');
  message.cc = mailboxes('cc');
  message.replyTo = mailboxes('reply-to');
  message.messageId = messageIds(firstValue(header, 'message-id'))[0] ?? null;
  message.inReplyTo = messageIds(firstValue(header, 'in-reply-to'))[0] ?? null;
  message.references = boundReferences(messageIds(fieldValues(header, 'references').join(' ')));
  message.date = isoDate(firstValue(header, 'date'));
  message.subject = readSubject(message, firstValue(header, 'subject') ?? '');
  message.automated = isAutomated(header, contentType, options.envelopeFrom);
  message.listHeaders = listFields(header);
  return message;
}

function addFlag(message: ParsedMessage, flag: ParseFlag): void {
  if (!message.flags.includes(flag)) message.flags.push(flag);
}

function readSubject(message: ParsedMessage, value: string): string {
  const decoded = decodeEncodedWords(value);
  if (decoded.degraded) addFlag(message, 'parse_degraded');
  return singleLine(decoded.text, parseLimits.subjectChars);
}

/** The `<…>` ids of a field in order (RFC 5322 3.6.4); words and comments around them are passed over. */
function messageIds(value: string | undefined): string[] {
  if (value === undefined) return [];
  const ids = value.match(/<[^<>\s]+>/g) ?? [];
  return ids.map((id) => safeText(id)).filter((id) => Buffer.byteLength(id) <= parseLimits.messageIdBytes);
}

function boundReferences(ids: string[]): string[] {
  const unique = [...new Set(ids)];
  if (unique.length <= parseLimits.references) return unique;
  return [...unique.slice(0, 1), ...unique.slice(1 - parseLimits.references)];
}

/** RFC 5322 3.3 as ISO 8601; null for an invalid date or an implausible year. */
function isoDate(value: string | undefined): string | null {
  if (value === undefined) return null;
  const milliseconds = Date.parse(
    clip(value, 100)
      .replace(/\([^()]*\)/g, ' ')
      .trim(),
  );
  if (Number.isNaN(milliseconds)) return null;
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString() : null;
}
