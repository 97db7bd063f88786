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
    name: z
      .string()
      .nullable()
      .meta({ description: 'As the contact signs, else as it was addressed. Untrusted.' }),
    domain: z.string(),
    first_seen_at: timestamp,
    last_seen_at: timestamp,
    inbound_count: z.int().meta({ description: 'Visible messages from the contact.' }),
    outbound_count: z.int().meta({ description: 'Messages to the contact.' }),
    last_thread_id: z.string(),
  })
  .meta({ id: 'Contact' });

export const listContactsOperation = defineOperation({
  name: 'contacts.list',
  method: 'GET',
  path: '/v1/identities/{identity_id}/contacts',
  summary: 'List contacts',
  description:
    'Whom the identity has written to or received visible mail from, the most recent first. `q` finds by the beginning of ' +
    'a name, of a word in it, of an address or of a domain, without regard to case and accents.',
  permission: 'search:read',
  levels,
  target: mailboxTarget,
  bucket: 'search',
  meter: 'search',
  errors: ['cursor_expired'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    q: line(320).optional().meta({ description: 'What a name, address or domain begins with.' }),
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
