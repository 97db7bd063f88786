import { clip } from '#kernel/base/clip.ts';
import type { EntityTree, LeafEntity } from './entity-tree.ts';
import { fieldValues, firstValue, type HeaderBlock, readHeaderBlock } from './header-block.ts';
import { parseLimits } from './limits.ts';
import { safeText, singleLine } from './safe-text.ts';
import { decodeTransfer } from './transfer-encoding.ts';
import type { DeliveryReport, ReportedRecipient } from './types.ts';

/** Bytes of a part of a report that are read, and recipients of one report. */
const MAX_PART_BYTES = 256 * 1024;
const MAX_RECIPIENTS = 100;
const RESPONSE_CHARS = 500;

const RETURNED = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/global-headers',
]);

/**
 * The content of a multipart/report (RFC 6522) about a sent message: a delivery status notification (RFC 3464) or an
 * abuse report (RFC 5965). Null for any other message.
 */
export function readDeliveryReport(raw: Buffer, tree: EntityTree): DeliveryReport | null {
  if (tree.multiparts[0] !== 'multipart/report') return null;
  const find = (isWanted: (type: string) => boolean) => tree.leaves.find(({ type }) => isWanted(type.value));
  const status = find((type) => /^message\/(global-)?delivery-status$/.test(type));
  const feedback = find((type) => type === 'message/feedback-report');
  const returned = find((type) => RETURNED.has(type));
  const recipients = status
    ? recipientsOf(groupsOf(raw, status))
    : feedback
      ? complainersOf(groupsOf(raw, feedback, 1)[0])
      : [];
  if (recipients.length === 0) return null;
  return { recipients, ...returnedFields(returned && groupsOf(raw, returned, 1)[0]) };
}

/** Header blocks below each other, as delivery-status has them; of a returned message the first is its header. */
function groupsOf(raw: Buffer, leaf: LeafEntity, most = 1 + MAX_RECIPIENTS): HeaderBlock[] {
  const end = Math.min(leaf.bodyEnd, leaf.bodyStart + MAX_PART_BYTES);
  const decoded = decodeTransfer(raw.subarray(leaf.bodyStart, end), leaf.encoding);
  const bytes = Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength);
  const groups: HeaderBlock[] = [];
  const limits = { maxBytes: parseLimits.partHeaderBytes, maxFields: parseLimits.partHeaderFields };
  for (let at = 0; at < bytes.length && groups.length < most; ) {
    const group = readHeaderBlock(bytes, at, bytes.length, limits);
    if (group.fields.length > 0) groups.push(group);
    at = group.bodyStart;
  }
  return groups;
}

/**
 * RFC 3464 2.3.3. Null for actions that change nothing, such as a relay that passed the message on. A message that a
 * list expanded has arrived.
 */
function recipientsOf(groups: readonly HeaderBlock[]): ReportedRecipient[] {
  return groups.flatMap((group) => {
    const addresses = ['original-recipient', 'final-recipient'].flatMap((name) =>
      addressIn(firstValue(group, name)),
    );
    const outcome = outcomeOf(group);
    return addresses.length === 0 || outcome === null ? [] : [{ addresses, ...outcome }];
  });
}

type Outcome = Omit<ReportedRecipient, 'addresses'>;

/** RFC 3464 2.3.3. Null for what changes nothing: a relay only passed it on. What a list expanded has arrived. */
function outcomeOf(group: HeaderBlock): Outcome | null {
  const diagnostic = singleLine(
    (firstValue(group, 'diagnostic-code') ?? '').replace(/^[\w-]{1,32}\s*;\s*/, ''),
    RESPONSE_CHARS,
  );
  const enhanced = enhancedCode(firstValue(group, 'status')) ?? enhancedCode(diagnostic);
  const action = /^[a-z]+/.exec((firstValue(group, 'action') ?? '').toLowerCase())?.[0];
  const said = {
    smtp_code: replyCode(diagnostic),
    enhanced_code: enhanced,
    smtp_response: diagnostic === '' ? null : diagnostic,
  };
  if (action === 'delivered' || action === 'expanded')
    return { outcome: 'delivered', bounce_type: null, ...said };
  if (action === 'delayed') return { outcome: 'deferred', bounce_type: null, ...said };
  if (action === 'failed' || (action === undefined && enhanced?.startsWith('5.')))
    return { outcome: 'bounced', bounce_type: enhanced?.startsWith('4.') ? 'soft' : 'hard', ...said };
  return null;
}

/** RFC 5965 3.1 and 3.2: only the reaction of a person counts, not that of a filter. */
function complainersOf(feedback: HeaderBlock | undefined): ReportedRecipient[] {
  if (!feedback) return [];
  const type = (firstValue(feedback, 'feedback-type') ?? '').trim().toLowerCase();
  if (!['abuse', 'fraud', 'virus', 'opt-out', 'opt-out-list', 'other'].includes(type)) return [];
  const addresses = ['original-rcpt-to', 'removal-recipient'].flatMap((name) =>
    fieldValues(feedback, name).slice(0, MAX_RECIPIENTS).flatMap(addressIn),
  );
  const outcome = {
    outcome: 'complained' as const,
    bounce_type: null,
    smtp_code: null,
    enhanced_code: null,
    smtp_response: null,
  };
  // Most reporters hide who complained.
  if (addresses.length === 0) return [{ addresses, ...outcome }];
  return addresses.map((address) => ({ addresses: [address], ...outcome }));
}

function returnedFields(header: HeaderBlock | undefined): Pick<DeliveryReport, 'messageId' | 'replyTo'> {
  const id = /<[^<>\s]+>/.exec((header && firstValue(header, 'message-id')) ?? '')?.[0];
  return {
    messageId: id === undefined || Buffer.byteLength(id) > parseLimits.messageIdBytes ? null : safeText(id),
    replyTo: addressIn(header && firstValue(header, 'reply-to'))[0] ?? null,
  };
}

/** `rfc822; bob@example.com`, with or without its type and angle brackets. */
function addressIn(value: string | undefined): string[] {
  const plain = clip(value ?? '', 2 * parseLimits.addressChars).replace(/^[\w-]{1,32}\s*;/, '');
  const address = (/<([^<>]*)>/.exec(plain)?.[1] ?? plain).trim().toLowerCase();
  const isOne = /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address) && address.length <= parseLimits.addressChars;
  return isOne ? [safeText(address)] : [];
}

const enhancedCode = (text: string | undefined): string | null =>
  /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(clip(text ?? '', RESPONSE_CHARS))?.[1] ?? null;

const replyCode = (diagnostic: string): number | null => {
  const code = /^[245]\d\d(?=[ -]|$)/.exec(diagnostic)?.[0];
  return code === undefined ? null : Number(code);
};
