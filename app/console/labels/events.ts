import type { EventType } from '#kernel/catalogue/event-types.ts';
import { asWords, labelOf } from './label-of.ts';

type EventGroup = EventType extends `${infer Group}.${string}` ? Group : never;

/** Event types by their first part. The types themselves are shown as they are, because code names them. */
const groups: Record<EventGroup, string> = {
  message: 'Messages',
  draft: 'Drafts',
  verification: 'Verification codes and links',
  identity: 'Identities',
  domain: 'Domains',
  erasure: 'Erasures',
  export: 'Exports',
  suppression: 'Suppressions',
  quota: 'Quotas',
  webhook: 'Webhooks',
  member: 'Members',
  audit: 'Audit log',
  billing: 'Billing',
};

export const eventGroup = (group: string): string => labelOf(groups, group) ?? asWords(group);
