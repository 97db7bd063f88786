import { z } from 'zod';
import { id } from '#kernel/operation/schema.ts';
import { type Arguments, reads, readsMailBy, type Tool, type ToolBinding } from '../tool.ts';
import { cursorOf, limitOf, optional, pageArgs, pageRows, pagingHint, timeHints } from './arguments.ts';

const isTenantWide = ({ scope }: Arguments): boolean => scope === 'tenant';

/** A search of one mailbox or of all mailboxes of a tenant, depending on `scope`. */
const scopedSearch = (input: ToolBinding['input']) => ({
  bindings: [
    { operation: 'search.identity', input },
    { operation: 'search.tenant', input },
  ],
  choose: (args: Arguments) => (isTenantWide(args) ? 'search.tenant' : 'search.identity'),
  mailbox: (args: Arguments) => !isTenantWide(args),
  isMail: true,
});

const scopeArgs = {
  scope: z.enum(['identity', 'tenant']).optional().meta({
    description:
      'identity (default): one mailbox. tenant: all mailboxes of a tenant, which needs a key wider than one identity.',
  }),
  tenant_id: id('tenant').optional().meta({
    description:
      'For `scope: tenant` with a platform or partner key: which tenant. A tenant key has its own.',
  }),
  identity_ids: z.array(id('identity')).min(1).max(100).optional().meta({
    description:
      'For `scope: tenant`: only these mailboxes, at most 100. Needed when the tenant has more than 100.',
  }),
};

const quarantined = z.boolean().optional().meta({
  description: 'Also search quarantined mail. Needs a key with the permission quarantine:review.',
});

/** The fields of `filters` of the search operations are top-level arguments here. */
function searchOf(args: Arguments): Arguments {
  const { direction, labels, after, before, scope: _scope, ...rest } = args;
  const filters = Object.fromEntries(
    Object.entries({ direction, labels, after, before }).filter(([, value]) => value !== undefined),
  );
  return { ...rest, filters, facets: false };
}

const search: Tool = {
  name: 'mail_search',
  title: 'Search mail',
  description:
    'Finds messages by words and operators, best first. `"exact phrase"`, `word*`, `-word`, `OR`, and operators such as ' +
    '`from:ada@example.com`, `to:`, `subject:invoice`, `has:attachment`, `type:pdf`, `label:order`, `is:unread`, ' +
    '`newer_than:7d`, `before:2026-01-31`, `ref:INV-2031`. An empty `q` gives the newest. Read a hit with ' +
    `mail_get_thread or mail_get_message: a snippet is only a glimpse. ${pagingHint}`,
  effect: reads,
  ...scopedSearch(searchOf),
  args: (shape) => {
    const filters = (shape.filters as z.ZodDefault<z.ZodObject>).unwrap().shape;
    return {
      q: optional(shape.q!)
        .unwrap()
        .meta({
          description: 'Words, phrases and operators; may be empty.',
          examples: ['invoice from:acme.example newer_than:30d', '"purchase order" has:attachment'],
        }),
      ...scopeArgs,
      mode: z
        .enum(['keyword', 'semantic', 'hybrid'])
        .optional()
        .meta({
          description:
            'hybrid (default): words and meaning. keyword: words only. semantic: meaning only. Falls back to keyword, and ' +
            'says `degraded`, where meaning is not available.',
        }),
      group_by: optional(shape.group_by!).meta({
        description: 'message (default), or thread: one hit per conversation.',
      }),
      limit: limitOf(10, 25),
      snippet_chars: z.int().min(40).max(500).default(200).meta({ description: 'Length of each snippet.' }),
      direction: filters.direction!.meta({
        description: 'Only received (inbound) or only sent (outbound) messages.',
      }),
      labels: filters.labels!.meta({ description: 'Only messages with all of these labels.' }),
      ...timeHints(filters),
      include_quarantined: quarantined,
      cursor: cursorOf(shape.cursor!),
    };
  },
  answersWith: 'hits',
  rows: { field: 'hits', limit: 'limit' },
};

/** Reports steps while the search runs; without a listener the answer arrives in one piece. */
const questionOf = ({ question, max_steps, max_seconds, scope: _scope, ...rest }: Arguments): Arguments => ({
  ...rest,
  q: question,
  mode: 'agentic',
  budget: Object.fromEntries(
    Object.entries({ max_steps, max_seconds }).filter(([, value]) => value !== undefined),
  ),
});

const deepSearch: Tool = {
  name: 'mail_deep_search',
  title: 'Ask a question of the mail',
  description:
    'Answers a question from the mail: searches and reads in several steps, and answers in sentences that each cite the ' +
    'messages that say it. Takes seconds. `insufficient_evidence` means that the mail does not say it. For finding ' +
    'messages use mail_search.',
  // Each call counts against the tenant's daily budget of searches.
  effect: { ...reads, idempotentHint: false },
  ...scopedSearch(questionOf),
  alsoNeeds: ['search:agentic'],
  args: () => ({
    question: z
      .string()
      .min(1)
      .max(1_024)
      .meta({
        description: 'One question, with the names and times that matter.',
        examples: ['What price did Acme offer for the turbine in October?'],
      }),
    ...scopeArgs,
    max_steps: z.int().min(2).max(10).optional().meta({
      description: 'Maximum number of searches and reads; values above the workspace limit are lowered.',
    }),
    max_seconds: z.int().min(3).max(30).optional().meta({
      description: 'Maximum number of seconds; values above the workspace limit are lowered.',
    }),
    include_quarantined: quarantined,
  }),
  answersWith: 'answer',
  slow: true,
};

const findRelated: Tool = {
  name: 'mail_find_related',
  title: 'Find related mail',
  description:
    'Finds messages of other conversations about the same subject as a given one, best first. Use it for background: ' +
    'earlier orders, or the same case under another subject line.',
  ...readsMailBy('search.related'),
  args: ({ message_id }) => ({
    message_id: message_id!.meta({ description: 'The message to find related mail for.' }),
    limit: limitOf(5, 20, 'The maximum number of hits.'),
  }),
  rows: { field: 'hits' },
};

const searchContacts: Tool = {
  name: 'mail_search_contacts',
  title: 'Search contacts',
  description:
    'Finds people a mailbox exchanged mail with, by the beginning of a name, an address or a domain: how often and ' +
    `when last. Use it to turn a name into an address before you send. ${pagingHint}`,
  ...readsMailBy('contacts.list'),
  args: (shape) => ({
    q: z
      .string()
      .trim()
      .min(1)
      .max(320)
      .meta({
        description: 'What a name, address or domain begins with.',
        examples: ['ada', 'acme.example'],
      }),
    ...pageArgs(shape, 10, 50),
  }),
  rows: pageRows,
};

const wait: Tool = {
  name: 'mail_wait',
  title: 'Wait for a message or code',
  description:
    'Waits up to 60 seconds for a message to arrive, and answers at once when it does; `timed_out` says that none came. ' +
    'For a sign-up: take the time first, sign up, then wait with `since` and `kind: verification`, and `from` naming the ' +
    'service (`@example.com`); its code or link is released only for mail authenticated as coming from there.',
  // Records the expected sender, so that a code from them is not treated as unsolicited.
  effect: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  bindings: [{ operation: 'GET /v1/identities/{identity_id}/wait', input: (args) => args }],
  mailbox: 'always',
  args: (shape) => ({
    from: shape.from!.meta({
      description: 'Only from this address, or from this domain with an @ before it.',
      examples: ['@example.com', 'ada@example.com'],
    }),
    subject_contains: shape.subject_contains!.meta({ description: 'Only with these words in the subject.' }),
    thread_id: shape.thread_id!.meta({ description: 'Only in this conversation.' }),
    kind: optional(shape.kind!).meta({
      description:
        'any (default); reply: a reply to mail of this mailbox; verification: a one-time code or a confirmation link.',
    }),
    since: shape.since!.meta({
      description:
        'Also mail that arrived after this time (RFC 3339). Without it, only mail that arrives from now on.',
    }),
    timeout: optional(shape.timeout!).meta({ description: 'Seconds to wait, 0 to 60. Default: 30.' }),
  }),
  slow: true,
  isMail: true,
};

const getUsage: Tool = {
  name: 'mail_get_usage',
  title: 'See plan and usage',
  description:
    'Shows how much of its allowances (mailboxes, sends, triage, storage) the workspace has used, and when they renew. Look ' +
    'here when a call fails with billing_limit.',
  effect: reads,
  bindings: [{ operation: 'GET /v1/usage', input: (args) => args }],
  levels: ['tenant', 'identity'],
  mailbox: 'never',
  args: () => ({}),
  isMail: false,
};

export const searchingTools = [search, deepSearch, findRelated, searchContacts, wait, getUsage];
