import type { Policy } from '#workspace/tenants/index.ts';

/** Dotted paths of all policy fields, as the catalogue of src/tenants/policy has them. */
export type PolicyPath = {
  [Name in keyof Policy & string]: Policy[Name] extends readonly unknown[] | string | number | boolean | null
    ? Name
    : `${Name}.${keyof Policy[Name] & string}`;
}[keyof Policy & string];

/** What people call each field. What it does, its default and its limits come from the catalogue. */
export const policyNames: Record<PolicyPath, string> = {
  identity_daily_send_cap: 'Sends a day, each identity',
  tenant_daily_send_cap: 'Sends a day, the whole workspace',
  max_recipients: 'Recipients of one message',
  send_allowlist_only: 'Send to listed recipients only',
  large_attachments: 'Attachments over the size limit',
  link_ttl_hours: 'Attachment links work for (hours)',
  'ai_disclosure.mode': 'Say that an AI wrote it',
  'ai_disclosure.text': 'Words of the disclosure',
  'auto_reply.allowed': 'Automatic replies',
  'auto_reply.max_automatic_exchanges': 'Automatic replies in one thread',
  'quarantine.on_auth_fail': 'Keep back mail from unproven senders',
  'quarantine.spam_threshold': 'Spam score that keeps mail back',
  'quarantine.unsolicited_otp': 'Keep back codes that nobody waited for',
  'quarantine.key_release': 'API keys may release quarantined mail',
  'inbound.per_sender_per_hour': 'Messages an hour from one sender',
  'inbound.extract_attachment_text': 'Read the text of attachments',
  'triage.enabled': 'Triage',
  'search.agentic': 'Deep search',
  'search.agentic_max_steps': 'Steps of one deep search',
  'search.agentic_max_seconds': 'Seconds of one deep search',
  'search.agentic_daily_cap': 'Deep searches a day',
  'retention.events_days': 'Keep events for (days)',
  'retention.raw_days': 'Keep raw messages for (days)',
  webhook_text_bytes: 'Text in webhook events (bytes)',
  'web_bot_auth.allowed': 'Signed HTTP requests',
  'domains.allow_create_zone': 'Add domains by nameservers',
  'domains.fallback': 'Send from the platform address when a domain fails',
  'abuse.min_sends': 'Sends before the rates count',
  'abuse.bounce_rate': 'Share of bounces',
  'abuse.complaint_rate': 'Share of spam reports',
};

type Group = { title: string; about: string; paths: PolicyPath[] };

const groups: Group[] = [
  {
    title: 'Sending',
    about: 'How much leaves, and to whom.',
    paths: [
      'identity_daily_send_cap',
      'tenant_daily_send_cap',
      'max_recipients',
      'send_allowlist_only',
      'large_attachments',
      'link_ttl_hours',
      'domains.fallback',
    ],
  },
  {
    title: 'Honesty',
    about: 'What readers are told about who wrote, and how far agents answer by themselves.',
    paths: [
      'ai_disclosure.mode',
      'ai_disclosure.text',
      'auto_reply.allowed',
      'auto_reply.max_automatic_exchanges',
    ],
  },
  {
    title: 'Incoming mail',
    about: 'What reaches an agent, and what waits for a person first.',
    paths: [
      'quarantine.on_auth_fail',
      'quarantine.unsolicited_otp',
      'quarantine.spam_threshold',
      'quarantine.key_release',
      'inbound.per_sender_per_hour',
      'inbound.extract_attachment_text',
      'triage.enabled',
    ],
  },
  {
    title: 'Search',
    about: 'Deep search reads mail to answer a question. It costs more than looking words up.',
    paths: [
      'search.agentic',
      'search.agentic_max_steps',
      'search.agentic_max_seconds',
      'search.agentic_daily_cap',
    ],
  },
  {
    title: 'Keeping and telling',
    about: 'How long things stay, and how much of them leaves with events.',
    paths: ['retention.events_days', 'retention.raw_days', 'webhook_text_bytes'],
  },
  {
    title: 'Trust',
    about: 'What this deployment vouches for.',
    paths: ['web_bot_auth.allowed', 'domains.allow_create_zone'],
  },
  {
    title: 'Abuse guard',
    about: 'Over one of these shares within 24 hours, an identity pauses until somebody looks.',
    paths: ['abuse.min_sends', 'abuse.bounce_rate', 'abuse.complaint_rate'],
  },
];

/** The groups with their rules; a field that nobody has put into a group yet stands in the last one. */
export function groupedRules<Rule extends { path: string }>(rules: readonly Rule[]) {
  const placed = new Set<string>(groups.flatMap(({ paths }) => paths));
  const rest = rules.filter(({ path }) => !placed.has(path));
  const named = groups.map(({ title, about, paths }) => ({
    title,
    about,
    rules: paths.flatMap((path) => rules.find((rule) => rule.path === path) ?? []),
  }));
  return rest.length === 0 ? named : [...named, { title: 'More', about: '', rules: rest }];
}

export const nameOfPolicy = (path: string): string =>
  (policyNames as Record<string, string>)[path] ?? path.replaceAll('_', ' ').replace('.', ': ');

const choices: Record<string, string> = {
  refuse: 'Refuse the send',
  link: 'Send as expiring links',
  none: 'Never',
  first_message: 'In the first message of a thread',
  every_message: 'In every message',
  pdf: 'PDF',
  office: 'Office',
  text: 'Plain text',
  html: 'HTML',
};

export const choiceName = (value: string): string => choices[value] ?? value.replaceAll('_', ' ');

const numbers = new Intl.NumberFormat('en');

/** A value in words, for defaults and for what cannot be changed. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'As the deployment says';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'number') return numbers.format(value);
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(valueWords).join(', ');
  return choiceName(String(value));
}
