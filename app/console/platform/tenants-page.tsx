'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useAskedForNew } from '../data/asked.ts';
import { usePages } from '../data/pages.ts';
import { useTRPCClient } from '../data/trpc.ts';
import { tenantModes, tenantStates } from '../labels/workspace.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { type Tenant, tenantsKey } from './kinds.ts';
import { TenantForm } from './tenant-form.tsx';

const PAGE = 50;

/** All customer workspaces. `?partner=` shows only those of one partner. */
export function TenantsPage() {
  const client = useTRPCClient();
  const router = useRouter();
  const queryClient = useQueryClient();
  const partner = useSearchParams().get('partner') ?? '';
  const [status, setStatus] = useState('');
  const [mode, setMode] = useState('');
  const [isMaking, setMaking] = useAskedForNew();
  const filters = {
    ...(status && { status: status as Tenant['status'] }),
    ...(mode && { mode: mode as Tenant['mode'] }),
    ...(partner && { partner_id: partner }),
  };
  const query = usePages<Tenant>([...tenantsKey, filters], (cursor) =>
    client.tenants.list.query({ limit: PAGE, ...filters, ...(cursor && { cursor }) }),
  );
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <Page
      title="Tenants"
      intro="The customer workspaces of this deployment. Tenants cannot see each other."
      action={
        <Button tone="primary" onClick={() => setMaking(true)}>
          <Plus aria-hidden="true" />
          New tenant
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <FilterSelect
          label="State"
          all="All states"
          value={status}
          options={(['active', 'suspended', 'erasing', 'erased'] as const).map((each) => [
            each,
            tenantStates[each].name,
          ])}
          onChange={setStatus}
        />
        <FilterSelect
          label="Mode"
          all="Live and test"
          value={mode}
          options={(['live', 'test'] as const).map((each) => [each, tenantModes[each]])}
          onChange={setMode}
        />
        {partner ? (
          <Button size="small" tone="quiet" onClick={() => router.replace('/console/platform/tenants')}>
            Show all partners’ tenants
          </Button>
        ) : null}
      </div>
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(tenant) => <Row tenant={tenant} />}
        empty={
          <Empty
            icon={Building2}
            title={isNarrowed ? 'No tenant matches the filters' : 'There is no tenant yet'}
          >
            <p>
              {isNarrowed
                ? 'Remove a filter to see more.'
                : 'Create one for each customer. Its owner gets a sign-in link by mail.'}
            </p>
          </Empty>
        }
      />
      <Dialog open={isMaking} onClose={() => setMaking(false)} title="New tenant">
        <TenantForm
          onCancel={() => setMaking(false)}
          onDone={(tenant) => {
            void queryClient.invalidateQueries({ queryKey: tenantsKey });
            router.push(`/console/platform/tenants/${tenant.id}`);
          }}
        />
      </Dialog>
    </Page>
  );
}

function Row({ tenant }: { tenant: Tenant }) {
  const { id, name, slug, mode, status, created_at } = tenant;
  return (
    <Link
      href={`/console/platform/tenants/${id}`}
      prefetch={false}
      className="flex items-center gap-3 px-4 py-3 hover:bg-hover"
    >
      <Avatar name={name || slug} className="size-9" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name || slug}</span>
        <span className="block truncate font-mono text-[13px] text-ink-soft">{slug}</span>
      </span>
      {mode === 'test' ? <Badge>{tenantModes.test}</Badge> : null}
      <Badge tone={tenantStates[status].tone}>{tenantStates[status].name}</Badge>
      <span className="hidden w-20 text-right text-[13px] text-ink-soft tabular-nums sm:block">
        <Time at={created_at} />
      </span>
    </Link>
  );
}
