import { z } from 'zod';
import { identityTarget, requireLive } from '#identities/index.ts';
import { defineOperation } from '#kernel/operation.ts';
import { levels } from '#kernel/permissions.ts';
import { pathId } from '#kernel/schema.ts';
import { requireAllowed } from '../request.ts';
import { searchInput, searchResult } from '../schema.ts';
import { searchMailbox } from '../search-mailbox.ts';

export const searchIdentity = defineOperation({
  name: 'search.identity',
  method: 'POST',
  path: '/v1/identities/{identity_id}/search',
  summary: "Search an identity's mail",
  description:
    'Words match by stem and without accents, "phrases" in order, word* by prefix; AND, OR, NOT, - and parentheses join ' +
    'them. Operators: from: to: cc: participant: subject: body: filename: label: category: thread: ref: lang: flag: has: ' +
    'is: type: before: after: on: newer_than: older_than: larger: smaller: needs_reply:. Words rank the newest 400 ' +
    'matches together, best first, then the next 400; without words the newest come first.',
  permission: 'search:read',
  levels,
  target: identityTarget,
  bucket: 'search',
  meter: 'search',
  errors: ['invalid_query', 'search_degraded', 'cursor_expired'],
  example: { q: 'invoice from:acme.example newer_than:30d', mode: 'keyword', limit: 10 },
  input: z.strictObject({ identity_id: pathId('identity'), ...searchInput }),
  responses: { 200: searchResult },
  async run(call, { identity_id: _, ...request }) {
    requireLive(call.target);
    requireAllowed(call.actor, request);
    const mailbox = { identityId: call.target.id, timezone: call.target.tenant.timezone };
    return { status: 200, body: await searchMailbox(call, mailbox, request) };
  },
});
