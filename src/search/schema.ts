import { z } from 'zod';
import { label, line, mailbox, timestamp } from '#kernel/operation/schema.ts';
import { fenceFields } from '#mailbox/messages/index.ts';

export const modes = ['keyword', 'semantic', 'hybrid'] as const;
export type Mode = (typeof modes)[number];

const count = (min: number) => z.int().min(min).max(1_000_000).optional();

const MOST_HITS = 50;

/** The body of a search (spec 4.7). */
export const searchInput = {
  q: line(2_000)
    .default('')
    .meta({ description: 'Words, phrases and operators. An empty query matches everything, newest first.' }),
  mode: z.enum([...modes, 'agentic']).default('hybrid'),
  filters: z
    .strictObject({
      direction: z.enum(['inbound', 'outbound']).optional(),
      labels: z
        .array(label)
        .max(64)
        .optional()
        .meta({ description: 'The message must have all of these labels.' }),
      after: timestamp.optional(),
      before: timestamp.optional(),
    })
    .default({}),
  group_by: z.enum(['message', 'thread']).default('message'),
  limit: z.int().min(1).max(MOST_HITS).default(10),
  snippet_chars: z.int().min(40).max(2_000).default(240),
  facets: z.boolean().default(true),
  include_quarantined: z
    .boolean()
    .default(false)
    .meta({ description: 'Include quarantined messages. Needs `quarantine:review`.' }),
  cursor: line(2_048).optional(),
  require_mode: z
    .boolean()
    .default(false)
    .meta({ description: 'Fail with search_degraded instead of using a simpler mode.' }),
  strict: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Refuse an invalid query, as the keyword mode and `require_mode` do. By default an invalid query is ' +
        'searched as text.',
    }),
  budget: z
    .strictObject({ max_steps: count(2), max_seconds: count(3) })
    .optional()
    .meta({ description: 'For the agentic mode. Values above the limits of the tenant are lowered.' }),
  stream: z
    .boolean()
    .default(false)
    .meta({
      description:
        'For the agentic mode with `Accept: text/event-stream`: streams the events step, evidence, answer and ' +
        'done.',
    }),
} as const;

export const searchRequest = z.strictObject(searchInput);
export type SearchRequest = z.output<typeof searchRequest>;

const trust = z.object({
  verdict: z.string().nullable(),
  known_sender: z.boolean(),
  quarantined: z.boolean(),
});

const attachmentHit = z.object({ attachment_id: z.string(), filename: z.string(), page: z.int() });

const matched = {
  identity_id: z.string(),
  date: timestamp,
  snippet: z.string().meta({
    description: 'Untrusted text, escaped as HTML. Matches are in `<mark>`, the only tag.',
  }),
  score: z.number(),
  why: z
    .array(z.string())
    .meta({ description: 'Fields with the words that matched in them, for example `subject: invoice`.' }),
  matched: z.array(z.string()).meta({ description: 'Words of the query that the message contains.' }),
  missing: z.array(z.string()).meta({ description: 'Words of the query that the message does not contain.' }),
  attachment_hits: z.array(attachmentHit),
};

export const messageHit = z
  .object({
    message_id: z.string(),
    thread_id: z.string(),
    direction: z.enum(['inbound', 'outbound']),
    from: mailbox.nullable(),
    subject: z.string().meta({ description: 'Untrusted text.' }),
    trust,
    ...matched,
  })
  .meta({ id: 'SearchHit' });
export type MessageHit = z.output<typeof messageHit>;

export const threadHit = z
  .object({
    thread_id: z.string(),
    subject: z.string().meta({ description: 'Untrusted text.' }),
    participants: z.array(mailbox),
    message_count: z.int(),
    last_at: timestamp.nullable(),
    top_message_id: z.string(),
    ...matched,
  })
  .meta({ id: 'SearchThreadHit' });
export type ThreadHit = z.output<typeof threadHit>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));
export const facetNames = [
  'sender',
  'sender_domain',
  'month',
  'label',
  'attachment_type',
  'category',
] as const;
export type FacetName = (typeof facetNames)[number];
export const facets = z
  .object(Object.fromEntries(facetNames.map((name) => [name, facet])) as Record<FacetName, typeof facet>)
  .meta({
    id: 'SearchFacets',
    description:
      'Counts over 2,000 matches, the newest ones (with Meilisearch the best ones). Only on the first page.',
  });
export type Facets = z.output<typeof facets>;

export const searchResult = z
  .object({
    ...fenceFields,
    query: z.object({
      parsed: z.unknown().meta({ description: 'The parsed query; null for an empty one.' }),
      mode: z.enum(modes).meta({ description: 'The mode that was used.' }),
    }),
    hits: z.array(z.union([messageHit, threadHit])),
    facets: facets.nullable(),
    next_cursor: z.string().nullable(),
    truncated: z
      .boolean()
      .meta({ description: 'Whether hits were left out to keep the response under 256 KB.' }),
    semantic_coverage: z
      .number()
      .meta({ description: 'The share of the mailbox that has embeddings, 0 to 1.' }),
    degraded: z.boolean().meta({
      description:
        'The requested mode was not available, or Postgres replaced a Meilisearch that did not respond.',
    }),
    as_of: timestamp.meta({ description: 'The search covers all changes up to this time.' }),
  })
  .meta({ id: 'SearchResult' });
