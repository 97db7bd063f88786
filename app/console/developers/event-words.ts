import type { TenantEvent } from '../data/trpc.ts';

/** Where a payload says what it is about, in the order of what tells a reader most (interface-spec 6.4). */
const tellingPaths = [
  'message.subject',
  'recipient',
  'sender_domain',
  'address_hint',
  'email_hint',
  'identity.display_name',
  'address.address',
  'domain.domain',
  'triage.category',
  'metric',
  'feature',
  'message_id',
  'identity_id',
  'domain_id',
  'user_id',
  'export_id',
] as const;

/** What an event is about, in a line; the text can be a stranger's. */
export function eventSummary({ data }: TenantEvent): string {
  for (const path of tellingPaths) {
    const value = valueAt(data, path);
    if (typeof value === 'string' && value !== '') return value;
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
