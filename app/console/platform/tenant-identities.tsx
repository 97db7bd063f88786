'use client';

import { AtSign } from 'lucide-react';
import { usePages } from '../data/pages.ts';
import { type Identity, useTRPCClient } from '../data/trpc.ts';
import { identityStates } from '../labels/workspace.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { PagedRows } from '../parts/rows.tsx';

const PAGE = 25;

/** The identities of a tenant. Their mail is visible to the tenant only. */
export function TenantIdentities({ tenantId }: { tenantId: string }) {
  const client = useTRPCClient();
  const query = usePages<Identity>(['identities', tenantId], (cursor) =>
    client.identities.list_of_tenant.query({ tenant_id: tenantId, limit: PAGE, ...(cursor && { cursor }) }),
  );
  return (
    <section aria-labelledby="identities" className="mt-8">
      <h2 id="identities" className="mb-2 text-[13px] font-medium">
        Identities
      </h2>
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={({ display_name, primary_address, status }) => (
          <div className="flex items-center gap-3 px-4 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm">{display_name}</span>
              <span className="block truncate font-mono text-[13px] text-ink-soft">{primary_address}</span>
            </span>
            <Badge tone={identityStates[status].tone}>{identityStates[status].name}</Badge>
          </div>
        )}
        empty={
          <Empty icon={AtSign} title="This tenant has no identity yet">
            <p>Members and API keys of the tenant create identities.</p>
          </Empty>
        }
      />
    </section>
  );
}
