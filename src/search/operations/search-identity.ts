import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { view } from '#mailbox/messages/index.ts';
import { shownAs } from '../agent-view.ts';
import { agenticStream, corpusFor, respondAgentic } from '../agentic/respond.ts';
import { agenticResult } from '../agentic/schema.ts';
import { measured } from '../measured.ts';
import { bucketFor, requireAllowed } from '../request.ts';
import { type MessageHit, searchInput, searchResult } from '../schema.ts';
import { searchMailbox } from '../search-mailbox.ts';

export const searchIdentity = defineOperation({
  name: 'search.identity',
  method: 'POST',
  path: '/v1/identities/{identity_id}/search',
  summary: "Search an identity's mail",
  description:
    'Words match by stem and without accents, "phrases" in order, word* by prefix. AND, OR, NOT, - and ' +
    'parentheses combine them. Operators: from: to: cc: participant: subject: body: filename: label: ' +
    'category: thread: ref: lang: flag: has: is: type: before: after: on: newer_than: older_than: ' +
    'received_before: received_after: received_on: larger: smaller: needs_reply:. Dates are those of the ' +
    'message, at most a day after its arrival. Word searches rank the newest 400 matches together, best ' +
    'first, then the next 400; without words the newest come first. Mode keyword finds messages with all ' +
    'words; the other modes also find messages with most of the words and with similar spellings. Mode ' +
    'agentic (needs `search:agentic`) answers a question of at most 1,024 characters from the mail and cites ' +
    'the messages that support each sentence.',
  permission: 'search:read',
  levels,
  target: identityTarget,
  bucket: ['search', 'agentic'],
  bucketFor,
  meter: bucketFor,
  execution: { mode: 'read' },
  errors: [
    'invalid_query',
    'search_degraded',
    'cursor_expired',
    'agentic_disabled',
    'agentic_budget_exhausted',
  ],
  example: { q: 'invoice from:acme.example newer_than:30d', mode: 'keyword', limit: 10 },
  input: z.strictObject({ identity_id: pathId('identity'), ...searchInput, view }),
  responses: { 200: z.union([searchResult, agenticResult]) },
  stream: agenticStream,
  async run(call, { identity_id: _, view, ...request }) {
    requireLive(call.target);
    requireAllowed(call.actor, request);
    const { id, tenant } = call.target;
    const mailbox = { tenantId: tenant.id, identityId: id, timezone: tenant.timezone };
    if (request.mode !== 'agentic') {
      const found = await measured(call.services, request, () => searchMailbox(call, mailbox, request));
      return { status: 200, body: shownAs(call, view, found) };
    }
    const pooled = { ...call, db: call.services.db };
    const corpus = corpusFor(call, request, async (inner) => {
      const { hits, next_cursor } = await searchMailbox(pooled, mailbox, inner);
      return { hits: hits as MessageHit[], next_cursor };
    });
    return measured(call.services, request, () =>
      respondAgentic(call, call.target.tenant, request, { corpus, more: () => ({}) }),
    );
  },
});
