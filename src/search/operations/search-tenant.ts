import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { id, pathId } from '#kernel/operation/schema.ts';
import { view } from '#mailbox/messages/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { shownAs } from '../agent-view.ts';
import { agenticStream, corpusFor, respondAgentic } from '../agentic/respond.ts';
import { agenticResult } from '../agentic/schema.ts';
import { measured } from '../measured.ts';
import { findMailboxes } from '../repository/documents.ts';
import { bucketFor, requireAllowed } from '../request.ts';
import { type MessageHit, searchInput, searchResult } from '../schema.ts';
import { searchMailboxes } from '../search-tenant.ts';

const MOST_IDENTITIES = 100;

const fannedOut = { partial: z.boolean(), failed_identities: z.array(z.string()) };

export const searchTenant = defineOperation({
  name: 'search.tenant',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/search',
  summary: "Search the mail of a tenant's identities",
  description:
    'Works like the search of one identity, but over up to 100 identities. Each mailbox has 900 ms. ' +
    'Mailboxes that failed or were too slow are listed in `failed_identities`, and then `partial` is true. ' +
    'The newest 400 matches of each mailbox are ranked.',
  permission: 'search:read',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  bucket: ['search', 'agentic'],
  bucketFor,
  meter: bucketFor,
  execution: { mode: 'read' },
  errors: [
    'invalid_query',
    'search_degraded',
    'cursor_expired',
    'scope_too_large',
    'identity_not_found',
    'tenant_erased',
    'agentic_disabled',
    'agentic_budget_exhausted',
  ],
  example: { q: 'contract', mode: 'keyword', group_by: 'thread' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    ...searchInput,
    view,
    identity_ids: z.array(id('identity')).min(1).max(MOST_IDENTITIES).optional().meta({
      description:
        'The identities to search. The default is all of them; it is required when the tenant has more than 100.',
    }),
  }),
  responses: {
    200: z.union([
      searchResult.extend(fannedOut).meta({ id: 'TenantSearchResult' }),
      agenticResult.extend(fannedOut).meta({ id: 'TenantAgenticResult' }),
    ]),
  },
  stream: agenticStream,
  async run(call, { tenant_id: _, identity_ids, view, ...request }) {
    requireAllowed(call.actor, request);
    const requested = identity_ids && [...new Set(identity_ids)];
    const found = await findMailboxes(call.db, call.target.id, requested ?? null, MOST_IDENTITIES + 1);
    if (found.length > MOST_IDENTITIES) throw new AppError('scope_too_large', { max: MOST_IDENTITIES });
    if (requested && found.length < requested.length) throw new AppError('identity_not_found');
    const { id: tenantId, timezone } = call.target;
    const mailboxes = found.map((identityId) => ({ tenantId, identityId, timezone }));
    if (request.mode !== 'agentic') {
      const found = await measured(call.services, request, () =>
        searchMailboxes(call, call.target.id, mailboxes, request),
      );
      return { status: 200, body: shownAs(call, view, found) };
    }
    const failed = new Set<string>();
    const corpus = corpusFor(call, request, async (inner) => {
      const found = await searchMailboxes(call, call.target.id, mailboxes, inner);
      for (const identityId of found.failed_identities) failed.add(identityId);
      return { hits: found.hits as MessageHit[], next_cursor: found.next_cursor };
    });
    const more = () => ({ partial: failed.size > 0, failed_identities: [...failed] });
    return measured(call.services, request, () =>
      respondAgentic(call, call.target, request, { corpus, more }),
    );
  },
});
