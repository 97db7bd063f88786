import { z } from 'zod';
import { id } from '#kernel/schema.ts';
import { type Arguments, reads, type Tool } from '../tool.ts';
import { limitOf, optional, pagingHint, timeHints } from './arguments.ts';

const isTenantWide = ({ scope }: Arguments): boolean => scope === 'tenant';

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

/** What the search operations call `filters` stands beside the query here. */
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
  twins: [
    { operation: 'search.identity', input: searchOf },
    { operation: 'search.tenant', input: searchOf },
  ],
  choose: (args) => (isTenantWide(args) ? 'search.tenant' : 'search.identity'),
  mailbox: (args) => !isTenantWide(args),
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
      mode: optional(shape.mode!).meta({
        description:
          'hybrid (default): words and meaning. keyword: words only. semantic: meaning only. Falls back to keyword, and ' +
          'says `degraded`, where meaning is not available.',
      }),
      group_by: optional(shape.group_by!).meta({
        description: 'message (default), or thread: one hit per conversation.',
      }),
      limit: limitOf(10, 25),
      snippet_chars: z.int().min(40).max(500).default(200).meta({ description: 'Length of each snippet.' }),
      direction: filters.direction!,
      labels: filters.labels!,
      ...timeHints(filters),
      include_quarantined: quarantined,
      cursor: shape.cursor!,
    };
  },
  isMail: true,
  rows: { field: 'hits', limit: 'limit' },
};

const findRelated: Tool = {
  name: 'mail_find_related',
  title: 'Find related mail',
  description:
    'Finds messages of other conversations that are about the same as a given one, best first. Use it for background: ' +
    'earlier orders, the same case under another subject.',
  effect: reads,
  twins: [{ operation: 'search.related', input: (args) => args }],
  mailbox: 'always',
  args: ({ message_id }) => ({
    message_id: message_id!.meta({ description: 'The message to find relatives of.' }),
    limit: limitOf(5, 20, 'Hits at most.'),
  }),
  isMail: true,
  rows: { field: 'hits' },
};

const searchContacts: Tool = {
  name: 'mail_search_contacts',
  title: 'Search contacts',
  description:
    'Finds people that a mailbox has written with, by the beginning of a name, an address or a domain: how often and ' +
    `when last. Use it to turn a name into an address before you send. ${pagingHint}`,
  effect: reads,
  twins: [{ operation: 'contacts.list', input: (args) => args }],
  mailbox: 'always',
  args: ({ cursor }) => ({
    q: z
      .string()
      .trim()
      .min(1)
      .max(320)
      .meta({
        description: 'What a name, address or domain begins with.',
        examples: ['ada', 'acme.example'],
      }),
    limit: limitOf(10, 50),
    cursor: cursor!,
  }),
  isMail: true,
  rows: { field: 'data', limit: 'limit' },
};

export const searchingTools = [search, findRelated, searchContacts];
