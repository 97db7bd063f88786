import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { line, pageInput, pageOf, pathId, timestamp } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { listContacts } from '../repository.ts';
import { searchedKey } from '../search-keys.ts';

const contact = z
  .object({
    address: z.string(),
    name: z.string().nullable().meta({
      description: 'The name that the contact uses, or the name under which it was addressed. Untrusted.',
    }),
    domain: z.string(),
    first_seen_at: timestamp,
    last_seen_at: timestamp,
    inbound_count: z.int().meta({ description: 'The number of visible messages from the contact.' }),
    outbound_count: z.int().meta({ description: 'The number of messages to the contact.' }),
    last_thread_id: z.string(),
  })
  .meta({ id: 'Contact' });

export const listContactsOperation = defineOperation({
  name: 'contacts.list',
  method: 'GET',
  path: '/v1/identities/{identity_id}/contacts',
  summary: 'List contacts',
  description:
    'Lists the people that the identity has written to or received visible mail from, most recent first. `q` ' +
    'matches the beginning of a name, of a word in a name, of an address or of a domain, and ignores case ' +
    'and accents.',
  permission: 'search:read',
  levels,
  target: mailboxTarget,
  bucket: 'search',
  meter: 'search',
  errors: ['cursor_expired'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    q: line(320).optional().meta({ description: 'The beginning of a name, address or domain.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(contact) },
  async run(call, input) {
    const key = searchedKey(input.q ?? '') || null;
    const page = openPage(call, 'contacts.list', { ...input, q: key });
    const beyond = page.after as [string, string] | null;
    const rows = await listContacts(call.db, call.target.id, { key, beyond, take: page.take });
    const body = page.answer(
      rows,
      (row) => row,
      (row) => [row.last_seen_at, row.address],
    );
    return { status: 200, body };
  },
});
