import { z } from 'zod';
import { multiline } from '#kernel/operation/schema.ts';

/**
 * What a partner key may do with a field (interface-spec 2.3). `platform-only`: nothing. `lower-only`: set it at
 * most to the lower of the default and the platform's ceiling. `free`: anything. `key-release`: anything too, but
 * it is named apart, because only platform and partner keys have it, never the tenant itself.
 */
export type PolicyClass = 'platform-only' | 'lower-only' | 'free' | 'key-release';

export type PolicyField<T> = {
  readonly isField: true;
  readonly class: PolicyClass;
  readonly schema: z.ZodType<T>;
  readonly default: T;
  readonly description: string;
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
const free = inClass<unknown>('free');
const keyRelease = inClass<unknown>('key-release');

const count = (min: number, max: number) => z.int().min(min).max(max);
const share = z.number().min(0).max(1);

const MILLION = 1_000_000;
/** Ten years: longer than any log of ours is meant to be kept. */
const MAX_DAYS = 3_650;

export const attachmentTextKinds = ['pdf', 'office', 'text', 'html'] as const;

/**
 * Every policy field with its class, bounds, default and meaning (decisions.md section 2; bounds that are not given
 * there are ours). The only list of them: schemas, merge, ceilings and the effective policy are derived from it.
 */
export const policyCatalogue = {
  identity_daily_send_cap: lowerOnly(count(0, MILLION), 500, 'Messages that one identity may send a day.'),
  tenant_daily_send_cap: lowerOnly(
    count(0, MILLION),
    5_000,
    'Messages that the whole tenant may send a day.',
  ),
  max_recipients: lowerOnly(count(1, 49), 10, 'Recipients of one message at the most.'),
  send_allowlist_only: free(z.boolean(), false, 'Only recipients on the send allow list are sent to.'),
  large_attachments: free(
    z.enum(['refuse', 'link']),
    'refuse',
    'What happens to attachments over the size limit: the send is refused, or they become expiring signed links.',
  ),
  link_ttl_hours: lowerOnly(count(1, 168), 72, 'Hours that a signed attachment link works.'),
  ai_disclosure: {
    mode: free(
      z.enum(['none', 'first_message', 'every_message']),
      'none',
      'Which messages carry the disclosure footer and the header X-AI-Generated: none, the first one of the identity in a thread, or every one.',
    ),
    text: free(multiline(1_000), 'This message was written by an AI agent.', 'The footer.'),
  },
  auto_reply: {
    allowed: free(z.boolean(), true, 'Whether identities may send automatic replies.'),
    max_automatic_exchanges: free(
      count(0, 100),
      2,
      'Automatic replies in one thread until a person must act.',
    ),
  },
  quarantine: {
    on_auth_fail: platformOnly(
      z.boolean(),
      true,
      'Quarantine mail whose sender is not proven (trust verdict fail or unverified).',
    ),
    spam_threshold: lowerOnly(share, 0.8, 'Spam score from which mail is quarantined.'),
    unsolicited_otp: platformOnly(z.boolean(), true, 'Quarantine one-time codes that nobody waited for.'),
    key_release: keyRelease(
      z.boolean().nullable(),
      null,
      'Whether API keys may release quarantined mail; null leaves it to the deployment switch.',
    ),
  },
  inbound: {
    per_sender_per_hour: lowerOnly(
      count(1, MILLION),
      60,
      'Messages an hour from one sender before it is throttled.',
    ),
    extract_attachment_text: free(
      z
        .array(z.enum(attachmentTextKinds))
        .max(attachmentTextKinds.length)
        .refine((kinds) => new Set(kinds).size === kinds.length, 'Name each kind once.'),
      [...attachmentTextKinds],
      'Kinds of attachments whose text is extracted.',
    ),
  },
  triage: {
    enabled: free(z.boolean(), true, 'Whether inbound mail is triaged.'),
  },
  search: {
    agentic: free(z.boolean(), true, 'Whether agentic search may be used.'),
    agentic_max_steps: lowerOnly(count(2, 10), 6, 'Steps of one agentic search at the most.'),
    agentic_max_seconds: lowerOnly(count(3, 30), 8, 'Seconds of one agentic search at the most.'),
    agentic_daily_cap: lowerOnly(count(0, MILLION), 500, 'Agentic searches of the tenant a day.'),
  },
  retention: {
    events_days: lowerOnly(count(1, MAX_DAYS), 30, 'Days that events and delivery logs are kept.'),
    raw_days: lowerOnly(count(1, MAX_DAYS), 90, 'Days that raw messages are kept.'),
  },
  webhook_text_bytes: free(count(0, 65_536), 16_384, 'Bytes of message text in a webhook event at the most.'),
  web_bot_auth: {
    allowed: platformOnly(z.boolean(), false, 'Whether identities may sign HTTP requests.'),
  },
  domains: {
    allow_create_zone: platformOnly(
      z.boolean(),
      false,
      'Whether tenant and partner keys may add domains by the nameservers method.',
    ),
    fallback: free(
      z.boolean(),
      true,
      'Whether sends of a failing or suspended domain go out from the platform address.',
    ),
  },
  abuse: {
    min_sends: platformOnly(count(1, MILLION), 50, 'Sends within 24 hours before the abuse rates count.'),
    bounce_rate: platformOnly(share, 0.08, 'Share of bounces over which an identity is paused.'),
    complaint_rate: platformOnly(share, 0.003, 'Share of complaints over which an identity is paused.'),
  },
} as const;

type Catalogue = typeof policyCatalogue;

/** The full policy, every field with a value. */
export type Policy = {
  [K in keyof Catalogue]: Catalogue[K] extends PolicyField<infer T>
    ? T
    : { [F in keyof Catalogue[K]]: Catalogue[K][F] extends PolicyField<infer T> ? T : never };
};

/** What a caller may send: any part of the policy. `null` resets a field or a whole group to its defaults. */
export type PolicyPatch = {
  [K in keyof Policy]?: Catalogue[K] extends PolicyField<unknown>
    ? Policy[K] | null
    : { [F in keyof Policy[K]]?: Policy[K][F] | null } | null;
};

/** What is stored: only what was set. */
export type StoredPolicy = {
  [K in keyof Policy]?: Catalogue[K] extends PolicyField<unknown> ? Policy[K] : Partial<Policy[K]>;
};

export type PolicyEntry = {
  /** Null for a field at the top. */
  group: string | null;
  name: string;
  /** Dotted, as in `details.field`: `quarantine.on_auth_fail`. */
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
