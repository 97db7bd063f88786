'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Globe, Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useAskedForNew } from '../data/asked.ts';
import { usePages } from '../data/pages.ts';
import { useMay, useSession } from '../data/session.tsx';
import { type Domain, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { domainState, methods, stateReason } from '../labels/domains.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { NewDomainForm } from './domain-form.tsx';

const PAGE = 50;

/** The mail domains of the workspace. */
export function DomainsPage() {
  const { workspace } = useSession();
  return workspace ? <Domains tenantId={workspace.id} /> : null;
}

function Domains({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const mayAdd = useMay('domains:write');
  const [isAdding, setAdding] = useAskedForNew();
  const query = usePages(['domains', tenantId], (cursor) =>
    client.domains.list.query({ tenant_id: tenantId, limit: PAGE, ...(cursor && { cursor }) }),
  );
  const add = mayAdd ? (
    <Button tone="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      Add domain
    </Button>
  ) : null;
  return (
    <Page
      title="Domains"
      intro="Agents send and receive under a domain of yours once its DNS records are in place."
      action={add}
    >
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(domain) => <Row domain={domain} />}
        empty={<NoDomain add={mayAdd ? () => setAdding(true) : null} />}
      />
      <Dialog open={isAdding} onClose={() => setAdding(false)} title="Add a domain">
        <NewDomainForm
          onCancel={() => setAdding(false)}
          onMade={(domain) => {
            queryClient.setQueryData(trpc.domains.get.queryKey({ domain_id: domain.id }), domain);
            void queryClient.invalidateQueries({ queryKey: ['domains'] });
            router.push(`/console/domains/${domain.id}`);
          }}
        />
      </Dialog>
    </Page>
  );
}

function Row({ domain }: { domain: Domain }) {
  const { name, tone } = domainState(domain);
  const reason = domain.status === 'healthy' ? null : stateReason(domain);
  const counted = domain.records.filter(({ affects_status }) => affects_status);
  const missing = counted.filter(({ status }) => status !== 'present').length;
  return (
    <Link href={`/console/domains/${domain.id}`} className="block px-4 py-3 -outline-offset-2 hover:bg-hover">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="max-w-full min-w-0 truncate text-sm font-medium" title={domain.domain}>
          {domain.domain}
        </span>
        <Badge tone={tone}>{name}</Badge>
        {domain.is_default ? <Badge>Default</Badge> : null}
      </span>
      <span className="mt-0.5 block text-[13px] leading-5 text-pretty text-ink-soft">
        {reason ? `${reason} ` : ''}
        {missing > 0 ? `${counted.length - missing} of ${counted.length} records found. ` : ''}
        {methods[domain.method].name}
        {domain.last_checked_at ? (
          <>
            , checked <Time at={domain.last_checked_at} />
          </>
        ) : null}
      </span>
    </Link>
  );
}

function NoDomain({ add }: { add: (() => void) | null }) {
  return (
    <Empty icon={Globe} title="There is no domain yet">
      <p>Agents use addresses of this deployment until you add a domain of your own.</p>
      {add ? (
        <Button tone="primary" onClick={add}>
          Add the first domain
        </Button>
      ) : null}
    </Empty>
  );
}
