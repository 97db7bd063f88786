'use client';

import { ChartColumn, Download } from 'lucide-react';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { usePages } from '../data/pages.ts';
import { PLATFORM, sessionPath } from '../data/place.ts';
import { useTRPCClient } from '../data/trpc.ts';
import { subscriptionState, unitWords } from '../labels/billing.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, buttonLook } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { amountWords } from '../usage/amounts.ts';
import type { TenantUsage } from './kinds.ts';

const PAGE = 50;

/** Each tenant's plan and use. `?partner=` shows only those of one partner. */
export function TenantUsagePage() {
  const client = useTRPCClient();
  const router = useRouter();
  const partner = useSearchParams().get('partner') ?? '';
  const filter = partner ? { partner_id: partner } : {};
  const query = usePages<TenantUsage>(['tenant-usage', filter], (cursor) =>
    client.usage.list_tenants.query({ limit: PAGE, ...filter, ...(cursor && { cursor }) }),
  );
  const search = partner ? `?partner_id=${encodeURIComponent(partner)}` : '';
  return (
    <Page
      title="Plans and usage"
      intro="The plan and the usage of each tenant: sends and triage of this month (UTC), and current amounts of everything else."
      action={
        <a
          href={sessionPath(`/v1/usage/tenants/export${search}`, PLATFORM)}
          download
          className={buttonLook({ tone: 'plain' })}
        >
          <Download className="size-4" aria-hidden="true" />
          Export CSV
        </a>
      }
    >
      {partner ? (
        <Button
          size="small"
          tone="quiet"
          className="mb-4"
          onClick={() => router.replace('/console/platform/billing')}
        >
          Show all partners’ tenants
        </Button>
      ) : null}
      <PagedRows
        query={query}
        keyOf={({ tenant_id }) => tenant_id}
        row={(tenant) => <Row tenant={tenant} />}
        empty={<Empty icon={ChartColumn} title="There is no tenant here" />}
      />
    </Page>
  );
}

function Row({ tenant }: { tenant: TenantUsage }) {
  const { tenant_id, name, slug, plan, billing, features } = tenant;
  const state = plan.status && plan.status !== 'active' ? subscriptionState(plan.status) : null;
  return (
    <div className="px-4 py-3">
      <div className="flex items-center gap-2">
        <Link
          href={`/console/platform/tenants/${tenant_id}`}
          prefetch={false}
          className="min-w-0 truncate text-sm font-medium hover:underline"
        >
          {name || slug}
        </Link>
        <span className="ml-auto flex shrink-0 gap-1.5">
          {state ? <Badge tone={state.tone}>{state.name}</Badge> : null}
          <Badge tone={plan.plan_id === null ? 'neutral' : 'accent'}>
            {plan.plan_id ?? (billing === 'exempt' ? 'Exempt' : 'Not metered')}
          </Badge>
        </span>
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-[13px] text-ink-soft tabular-nums">
        {features.map(({ feature, used, granted }) => (
          <li key={feature} className={cn(granted !== null && used >= granted && used > 0 && 'text-warn')}>
            <span className="font-medium">{amountWords(used)}</span>
            {granted === null ? '' : ` of ${amountWords(granted)}`} {unitWords(feature, granted ?? used)}
          </li>
        ))}
      </ul>
    </div>
  );
}
