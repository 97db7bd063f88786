import type { TenantEvent } from '../data/trpc.ts';
import { labelOf } from '../labels/label-of.ts';
import { categoryLabel } from '../labels/messages.ts';
import { featureLabels, pauseReasons } from '../labels/workspace.ts';

/** The labels of codes in a payload. */
const wordsOf: Record<string, (code: string) => string> = {
  'triage.category': categoryLabel,
  reason: (code) => labelOf(pauseReasons, code) ?? '',
  feature: (code) => labelOf(featureLabels, code) ?? code,
};

/** Payload fields that describe an event, the most helpful first (spec 6.4). */
const summaryPaths = [
  'message.subject',
  'recipient',
  'sender_domain',
  'address_hint',
  'email_hint',
  'identity.display_name',
  'address.address',
  'domain.domain',
  'triage.category',
  'reason',
  'metric',
  'feature',
  'message_id',
  'identity_id',
  'domain_id',
  'user_id',
  'export_id',
] as const;

/** A one-line summary of an event. It can contain text from strangers. */
export function eventSummary({ data }: TenantEvent): string {
  for (const path of summaryPaths) {
    const value = valueAt(data, path);
    const words = typeof value === 'string' ? (wordsOf[path]?.(value) ?? value) : '';
    if (words !== '') return words;
  }
  return '';
}

function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const field of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, field);
  }
  return value;
}
