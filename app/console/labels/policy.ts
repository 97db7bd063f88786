import type { Policy } from '#workspace/tenants/index.ts';
import { numberWords } from './counted.ts';
import { asWords, labelOf } from './label-of.ts';

/** Dotted paths of all policy fields (src/workspace/tenants/policy/catalogue.ts). */
export type PolicyPath = {
  [Name in keyof Policy & string]: Policy[Name] extends readonly unknown[] | string | number | boolean | null
    ? Name
    : `${Name}.${keyof Policy[Name] & string}`;
}[keyof Policy & string];

/** The name of each field. Its description, its default and its limits come from the catalogue. */
export const policyNames: Record<PolicyPath, string> = {
  identity_daily_send_cap: 'Messages that an identity may send a day',
  tenant_daily_send_cap: 'Messages that the workspace may send a day',
  max_recipients: 'Recipients per message',
  send_allowlist_only: 'Send to listed recipients only',
  large_attachments: 'Attachments over the size limit',
  link_ttl_hours: 'Lifetime of attachment links (hours)',
  'ai_disclosure.mode': 'AI disclosure',
  'ai_disclosure.text': 'Text of the disclosure',
  'auto_reply.allowed': 'Automatic replies',
  'auto_reply.max_automatic_exchanges': 'Automatic replies per conversation',
  'sending.approval': 'Messages that a person approves',
  'sending.guard': 'Guard against manipulated sends',
  'sending.guard_secrets': 'Secrets that the guard looks for',
  'sending.signed_mail': 'Proof of the sending agent',
  'sending.approval_expiry_hours': 'Wait for approval (hours)',
  'quarantine.on_auth_fail': 'Quarantine mail from unverified senders',
  'quarantine.spam_threshold': 'Spam score for quarantine',
  'quarantine.unsolicited_otp': 'Quarantine unrequested codes',
  'quarantine.key_release': 'API keys may release quarantined mail',
  'inbound.per_sender_per_hour': 'Messages per sender and hour',
  'inbound.extract_attachment_text': 'Read the text of attachments',
  'triage.enabled': 'Triage',
  'search.agentic': 'Deep search',
  'search.agentic_max_steps': 'Steps per deep search',
  'search.agentic_max_seconds': 'Seconds per deep search',
  'search.agentic_daily_cap': 'Deep searches a day',
  'retention.events_days': 'Keep events (days)',
  'retention.raw_days': 'Keep raw messages (days)',
  'limits.requests_per_minute': 'Requests per minute for the whole workspace',
  'limits.queued_sends': 'Messages that may wait to be sent',
  'limits.queued_jobs': 'Other jobs that may wait',
  webhook_text_bytes: 'Text in webhook events (bytes)',
  'web_bot_auth.allowed': 'Signed HTTP requests',
  'domains.allow_create_zone': 'Add domains by name servers',
  'domains.fallback': 'Use the platform address when a domain fails',
  'abuse.min_sends': 'Messages before the rates count',
  'abuse.bounce_rate': 'Share of bounces',
  'abuse.complaint_rate': 'Share of spam reports',
};

/** Rewrites the catalogue's description for people, because it mentions JSON's null. */
export const aboutRule = (description: string): string =>
  description
    .replace('; null uses the setting of the deployment.', '. Unless it is set, the deployment decides.')
    .replace('; null for no limit.', '. Empty means no limit.');

type Group = { title: string; about: string; paths: PolicyPath[] };

const groups: Group[] = [
  {
    title: 'Sending',
    about: 'How much mail is sent, and to whom.',
    paths: [
      'identity_daily_send_cap',
      'tenant_daily_send_cap',
      'max_recipients',
      'send_allowlist_only',
      'large_attachments',
      'link_ttl_hours',
      'sending.approval',
      'sending.guard',
      'sending.guard_secrets',
      'sending.approval_expiry_hours',
      'sending.signed_mail',
      'domains.fallback',
    ],
  },
  {
    title: 'AI disclosure and automatic replies',
    about: 'Whether recipients learn that an AI wrote to them, and how often agents reply automatically.',
    paths: [
      'ai_disclosure.mode',
      'ai_disclosure.text',
      'auto_reply.allowed',
      'auto_reply.max_automatic_exchanges',
    ],
  },
  {
    title: 'Incoming mail',
    about: 'Which mail reaches an agent, and which mail a person reviews first.',
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
    about: 'Deep search reads mail to answer a question. It costs more than an ordinary search.',
    paths: [
      'search.agentic',
      'search.agentic_max_steps',
      'search.agentic_max_seconds',
      'search.agentic_daily_cap',
    ],
  },
  {
    title: 'Retention and events',
    about: 'How long data is kept, and how much message text webhook events contain.',
    paths: ['retention.events_days', 'retention.raw_days', 'webhook_text_bytes'],
  },
  {
    title: 'Trust',
    about: 'What this deployment vouches for on behalf of the workspace.',
    paths: ['web_bot_auth.allowed', 'domains.allow_create_zone'],
  },
  {
    title: 'Abuse guard',
    about: 'An identity that exceeds one of these rates within 24 hours is paused until somebody resumes it.',
    paths: ['abuse.min_sends', 'abuse.bounce_rate', 'abuse.complaint_rate'],
  },
];

/** The groups with their rules. Fields that belong to no group form the last one. */
export function groupedRules<Rule extends { path: string }>(rules: readonly Rule[]) {
  const placed = new Set<string>(groups.flatMap(({ paths }) => paths));
  const rest = rules.filter(({ path }) => !placed.has(path));
  const named = groups.map(({ title, about, paths }) => ({
    title,
    about,
    rules: paths.flatMap((path) => rules.find((rule) => rule.path === path) ?? []),
  }));
  return rest.length === 0 ? named : [...named, { title: 'More', about: 'Other settings.', rules: rest }];
}

export const nameOfPolicy = (path: string): string => labelOf(policyNames, path) ?? asWords(path);

type Choice =
  | Policy['sending']['approval']
  | Policy['sending']['guard']
  | Policy['sending']['guard_secrets'][number]
  | Policy['large_attachments']
  | Policy['ai_disclosure']['mode']
  | Policy['inbound']['extract_attachment_text'][number];

export const policyChoices: Record<Choice, string> = {
  never: 'None',
  new_recipients: 'Messages to new recipients',
  external: 'Messages to outside recipients',
  risky: 'Messages with a sign of risk',
  always: 'All messages',
  off: 'Off',
  advise: 'Send, and report concerns',
  hold: 'Hold for approval',
  keys: 'Keys and tokens',
  cards: 'Payment cards',
  ibans: 'Bank accounts (IBAN)',
  refuse: 'Reject the message',
  link: 'Send them as expiring links',
  none: 'Never',
  first_message: 'First message of a conversation',
  every_message: 'Every message',
  pdf: 'PDF',
  office: 'Office documents',
  text: 'Plain text',
  html: 'HTML',
};

export const choiceName = (value: string): string => labelOf(policyChoices, value) ?? asWords(value);

/** A rule's value in words. Null has different meanings for a limit and for a switch. */
export const ruleWords = ({ description }: { description: string }, value: unknown): string =>
  value === null && description.includes('no limit') ? 'No limit' : valueWords(value);

/** A value in words, for defaults and for fields that cannot be changed here. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'Set by the deployment';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'number') return numberWords(value);
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(valueWords).join(', ');
  return choiceName(String(value));
}
