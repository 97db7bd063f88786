import { z } from 'zod';
import { multiline } from '#kernel/operation/schema.ts';

/**
 * How a partner key may change a field (spec 2.3):
 * - `platform-only`: not at all.
 * - `lower-only`: up to the lower of the default and the platform's ceiling.
 * - `stricter-only`: to values that include the default and the platform's value.
 * - `free`: to any value.
 * - `key-release`: to any value. A separate class, because only platform and partner keys may change it, never the tenant.
 */
export type PolicyClass = 'platform-only' | 'lower-only' | 'stricter-only' | 'free' | 'key-release';

export type PolicyField<T> = {
  readonly isField: true;
  readonly class: PolicyClass;
  readonly schema: z.ZodType<T>;
  readonly default: T;
  readonly description: string;
  /** For a `stricter-only` field: whether a value requires everything that another value requires. */
  includes?(value: T, other: T): boolean;
};

const inClass =
  <Bound>(name: PolicyClass) =>
  <T extends Bound>(schema: z.ZodType<T>, fallback: NoInfer<T>, description: string): PolicyField<T> => ({
    isField: true,
    class: name,
    schema,
    default: fallback,
    description,
  });

const platformOnly = inClass<unknown>('platform-only');
const lowerOnly = inClass<number>('lower-only');
/** @param included the other values that each value includes */
const stricterOnly = <T extends string>(
  included: Readonly<Record<T, readonly T[]>>,
  fallback: NoInfer<T>,
  description: string,
): PolicyField<T> => ({
  isField: true,
  class: 'stricter-only',
  schema: z.enum(Object.keys(included) as [T, ...T[]]) as unknown as z.ZodType<T>,
  default: fallback,
  description,
  includes: (value, other) => value === other || included[value].includes(other),
});
const free = inClass<unknown>('free');
const keyRelease = inClass<unknown>('key-release');

const count = (min: number, max: number) => z.int().min(min).max(max);
const share = z.number().min(0).max(1);

const MILLION = 1_000_000;
/** Ten years, longer than any log should be kept. */
const MAX_DAYS = 3_650;

/** Which sends need the approval of a person, and which other values each value includes. */
const approvalModes = {
  never: [],
  new_recipients: ['never'],
  external: ['never', 'new_recipients'],
  risky: ['never'],
  always: ['never', 'new_recipients', 'external', 'risky'],
} as const satisfies Record<string, readonly string[]>;
/** What happens to a send that may have been caused by instructions in received mail. */
const guardModes = { off: [], advise: ['off'], hold: ['off', 'advise'] } as const satisfies Record<
  string,
  readonly string[]
>;
export type GuardMode = keyof typeof guardModes;
export const guardMode = z.enum(Object.keys(guardModes) as [GuardMode, ...GuardMode[]]);

/** Whether a mode is at least as strict as the other one. */
export const includesGuard = (mode: GuardMode, other: GuardMode): boolean =>
  mode === other || (guardModes[mode] as readonly GuardMode[]).includes(other);

export const guardSecretKinds = ['keys', 'cards', 'ibans'] as const;

export type ApprovalMode = keyof typeof approvalModes;
export const approvalMode = z.enum(Object.keys(approvalModes) as [ApprovalMode, ...ApprovalMode[]]);

/** Whether a mode holds every message that the other one holds. */
export const includesApproval = (mode: ApprovalMode, other: ApprovalMode): boolean =>
  mode === other || (approvalModes[mode] as readonly ApprovalMode[]).includes(other);

export const attachmentTextKinds = ['pdf', 'office', 'text', 'html'] as const;

/**
 * Every policy field with its class, bounds, default and meaning (decisions.md section 2, which leaves some bounds open).
 * Schemas, merging, ceilings and the effective policy are derived from this list.
 */
export const policyCatalogue = {
  identity_daily_send_cap: lowerOnly(
    count(0, MILLION),
    500,
    'How many messages one identity may send per day.',
  ),
  tenant_daily_send_cap: lowerOnly(
    count(0, MILLION),
    5_000,
    'How many messages the whole tenant may send per day.',
  ),
  max_recipients: lowerOnly(count(1, 49), 10, 'The maximum number of recipients of a message.'),
  send_allowlist_only: free(z.boolean(), false, 'Mail is sent only to recipients on the send allow list.'),
  large_attachments: free(
    z.enum(['refuse', 'link']),
    'refuse',
    'How attachments over the size limit are handled: the message is refused, or the attachments are sent as expiring signed links.',
  ),
  link_ttl_hours: lowerOnly(count(1, 168), 72, 'How many hours a signed attachment link works.'),
  ai_disclosure: {
    mode: free(
      z.enum(['none', 'first_message', 'every_message']),
      'none',
      'Which messages contain the disclosure footer and the header X-AI-Generated: none, the first message of the identity in a thread, or every message.',
    ),
    text: free(
      multiline(1_000),
      'This message was written by an AI agent.',
      'The text of the disclosure footer.',
    ),
  },
  auto_reply: {
    allowed: free(z.boolean(), true, 'Whether identities may send automatic replies.'),
    max_automatic_exchanges: free(
      count(0, 100),
      2,
      'How many automatic replies a thread may contain before a person must act.',
    ),
  },
  sending: {
    approval: stricterOnly<ApprovalMode>(
      approvalModes,
      'never',
      'Which messages wait for the approval of a person: none, those to recipients with whom the identity has not exchanged mail, those to recipients outside the workspace, those with a sign of risk, or all.',
    ),
    guard: stricterOnly<GuardMode>(
      guardModes,
      'advise',
      'What happens to messages with signs that incoming mail manipulated their sender: they are not checked, sent with advice, or held for the approval of a person.',
    ),
    guard_secrets: free(
      z
        .array(z.enum(guardSecretKinds))
        .max(guardSecretKinds.length)
        .refine((kinds) => new Set(kinds).size === kinds.length, 'List each kind only once.'),
      ['keys', 'cards'],
      'Which secrets the guard looks for: keys and tokens, payment cards, bank accounts (IBAN).',
    ),
    signed_mail: free(
      z.boolean(),
      false,
      'Whether messages contain a signed statement of which agent sent them and who is responsible for it.',
    ),
    approval_expiry_hours: lowerOnly(
      count(1, 336),
      72,
      'How many hours a message waits for approval before it is canceled.',
    ),
  },
  quarantine: {
    on_auth_fail: platformOnly(
      z.boolean(),
      true,
      'Whether mail is quarantined if its sender could not be authenticated (trust verdict fail or unverified).',
    ),
    spam_threshold: lowerOnly(share, 0.8, 'Mail with at least this spam score is quarantined.'),
    unsolicited_otp: platformOnly(
      z.boolean(),
      true,
      'Whether mail with a one-time code is quarantined when nobody was waiting for a code.',
    ),
    key_release: keyRelease(
      z.boolean().nullable(),
      null,
      'Whether API keys may release quarantined mail; null uses the setting of the deployment.',
    ),
  },
  inbound: {
    per_sender_per_hour: lowerOnly(
      count(1, MILLION),
      60,
      'How many messages a sender may send to a mailbox per hour before it is throttled.',
    ),
    extract_attachment_text: free(
      z
        .array(z.enum(attachmentTextKinds))
        .max(attachmentTextKinds.length)
        .refine((kinds) => new Set(kinds).size === kinds.length, 'List each kind only once.'),
      [...attachmentTextKinds],
      'The types of attachments whose text is read.',
    ),
  },
  triage: {
    enabled: free(z.boolean(), true, 'Whether received mail is triaged.'),
  },
  search: {
    agentic: free(z.boolean(), true, 'Whether agentic search may be used.'),
    agentic_max_steps: lowerOnly(count(2, 10), 6, 'The maximum number of steps of an agentic search.'),
    agentic_max_seconds: lowerOnly(count(3, 30), 8, 'The maximum duration of an agentic search in seconds.'),
    agentic_daily_cap: lowerOnly(
      count(0, MILLION),
      500,
      'How many agentic searches the tenant may run per day.',
    ),
  },
  retention: {
    events_days: lowerOnly(count(1, MAX_DAYS), 30, 'How many days events and delivery logs are kept.'),
    raw_days: lowerOnly(count(1, MAX_DAYS), 90, 'How many days raw messages are kept.'),
  },
  limits: {
    requests_per_minute: platformOnly(
      count(1, MILLION).nullable(),
      60_000,
      'How many requests per minute all keys and members of the tenant may make together; null for no limit.',
    ),
    queued_sends: platformOnly(
      count(1, MILLION).nullable(),
      50_000,
      'How many messages of the tenant may wait to be sent; null for no limit.',
    ),
    queued_jobs: platformOnly(
      count(1, MILLION).nullable(),
      10_000,
      'How many jobs other than sends may wait before the tenant can start no more; null for no limit.',
    ),
  },
  webhook_text_bytes: free(
    count(0, 65_536),
    16_384,
    'The maximum size of the message text in a webhook event, in bytes.',
  ),
  web_bot_auth: {
    allowed: platformOnly(z.boolean(), false, 'Whether identities may sign HTTP requests.'),
  },
  domains: {
    allow_create_zone: platformOnly(
      z.boolean(),
      false,
      'Whether tenant and partner keys may add domains with the nameservers method.',
    ),
    fallback: free(
      z.boolean(),
      true,
      'Whether mail of a failing or suspended domain is sent from the platform address.',
    ),
  },
  abuse: {
    min_sends: platformOnly(
      count(1, MILLION),
      50,
      'The abuse rates count only after this many messages within 24 hours.',
    ),
    bounce_rate: platformOnly(
      share,
      0.08,
      'An identity is paused when its share of bounces exceeds this value.',
    ),
    complaint_rate: platformOnly(
      share,
      0.003,
      'An identity is paused when its share of spam reports exceeds this value.',
    ),
  },
} as const;

type Catalogue = typeof policyCatalogue;

/** The full policy, every field with a value. */
export type Policy = {
  [K in keyof Catalogue]: Catalogue[K] extends PolicyField<infer T>
    ? T
    : { [F in keyof Catalogue[K]]: Catalogue[K][F] extends PolicyField<infer T> ? T : never };
};

/** A change by a caller: any part of the policy. `null` resets a field or a whole group to its defaults. */
export type PolicyPatch = {
  [K in keyof Policy]?: Catalogue[K] extends PolicyField<unknown>
    ? Policy[K] | null
    : { [F in keyof Policy[K]]?: Policy[K][F] | null } | null;
};

/** The stored part of a policy: only fields that were set. */
export type StoredPolicy = {
  [K in keyof Policy]?: Catalogue[K] extends PolicyField<unknown> ? Policy[K] : Partial<Policy[K]>;
};

export type PolicyEntry = {
  /** Null for a field at the top level. */
  group: string | null;
  name: string;
  /** The dotted path, as in `details.field`, for example `quarantine.on_auth_fail`. */
  path: string;
  field: PolicyField<unknown>;
};

type Level = Record<string, PolicyField<unknown> | Record<string, PolicyField<unknown>>>;

export const isField = (value: Level[string]): value is PolicyField<unknown> => value.isField === true;

const entriesOf = ([name, value]: [string, Level[string]]): PolicyEntry[] =>
  isField(value)
    ? [{ group: null, name, path: name, field: value }]
    : Object.entries(value).map(([inner, field]) => ({
        group: name,
        name: inner,
        path: `${name}.${inner}`,
        field,
      }));

/** The catalogue as a flat list, in its order. */
export const policyEntries: readonly PolicyEntry[] = Object.entries(policyCatalogue as Level).flatMap(
  entriesOf,
);

/** The catalogue's top level: single fields, and groups of fields. */
export const policyTree: Readonly<Level> = policyCatalogue;
