'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pause, Pencil, Play } from 'lucide-react';
import Link from 'next/link';
import { useParams } from 'next/navigation';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { nameOfPolicy, valueWords } from '../labels/policy.ts';
import { suspenders, tenantModes, tenantStates } from '../labels/workspace.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, buttonLook } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { type Tenant, tenantsKey } from './kinds.ts';
import { TenantIdentities } from './tenant-identities.tsx';
import { TenantPlan } from './tenant-plan.tsx';

const BACK = { href: '/console/platform/tenants', name: 'Tenants' };

/** One tenant: its state, its identities and its policy. */
export function TenantPage() {
  const { tenant: id = '' } = useParams<{ tenant: string }>();
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.tenants.get.queryOptions({ tenant_id: id }));
  if (error && !data)
    return (
      <Page title="Tenant" back={BACK}>
        <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />
      </Page>
    );
  if (!data)
    return (
      <Page title="Tenant" back={BACK}>
        <Skeleton className="h-40" />
      </Page>
    );
  const isLive = data.status === 'active' || data.status === 'suspended';
  return (
    <Page
      back={BACK}
      title={data.name || data.slug}
      intro={<State tenant={data} />}
      action={
        <span className="flex flex-wrap justify-end gap-2">
          {isLive ? (
            <Link href={`/console/platform/tenants/${data.id}/policy`} className={buttonLook()}>
              <Pencil aria-hidden="true" />
              Edit
            </Link>
          ) : null}
          <StateButton tenant={data} />
        </span>
      }
    >
      <Facts tenant={data} />
      <TenantIdentities tenantId={data.id} />
      {isLive ? <TenantPlan tenant={data} /> : null}
      <PolicyValues policy={data.policy} />
    </Page>
  );
}

const State = ({ tenant: { status, suspended_by, mode } }: { tenant: Tenant }) => (
  <span className="flex flex-wrap items-center gap-1.5">
    <Badge tone={tenantStates[status].tone}>{tenantStates[status].name}</Badge>
    {mode === 'test' ? <Badge>{tenantModes.test}</Badge> : null}
    {suspended_by ? <span>{suspenders[suspended_by]}</span> : null}
  </span>
);

/** Suspending stops a customer's agents, so it must be confirmed by name. Resuming reverts it completely. */
function StateButton({ tenant }: { tenant: Tenant }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const [asks, setAsks] = useState(false);
  const { mutate, isPending } = useMutation(
    trpc.tenants.update.mutationOptions({
      onError: say.failed,
      onSuccess: ({ status }) => say.done(status === 'suspended' ? 'Suspended' : 'Resumed'),
      onSettled: async () => {
        setAsks(false);
        await Promise.all([
          queryClient.invalidateQueries(trpc.tenants.get.queryFilter({ tenant_id: tenant.id })),
          queryClient.invalidateQueries({ queryKey: tenantsKey }),
        ]);
      },
    }),
  );
  const set = (status: 'active' | 'suspended') => mutate({ tenant_id: tenant.id, status });
  if (tenant.status === 'suspended')
    return (
      <Button disabled={isPending} onClick={() => set('active')}>
        <Play aria-hidden="true" />
        Resume
      </Button>
    );
  if (tenant.status !== 'active') return null;
  return (
    <>
      <Button onClick={() => setAsks(true)}>
        <Pause aria-hidden="true" />
        Suspend…
      </Button>
      <Dialog open={asks} onClose={() => setAsks(false)} title="Suspend this tenant?">
        <Confirm
          action="Suspend"
          keep="Keep it active"
          typed={tenant.slug}
          isPending={isPending}
          onConfirm={() => set('suspended')}
          onCancel={() => setAsks(false)}
        >
          Its keys and members lose access and its identities are paused at once. The tenant still receives
          mail. You can resume it later, together with the identities that the suspension paused.
        </Confirm>
      </Dialog>
    </>
  );
}

function Facts({ tenant }: { tenant: Tenant }) {
  const facts: [name: string, value: React.ReactNode][] = [
    ['ID', <Code key="id">{tenant.id}</Code>],
    ['Short name', <Code key="slug">{tenant.slug}</Code>],
    ['Address suffix', <Code key="suffix">{tenant.address_suffix || '(none)'}</Code>],
    ['Time zone', tenant.timezone],
    [
      'Partner',
      tenant.partner_id ? (
        <Link
          key="partner"
          className="prose-link"
          href={`/console/platform/tenants?partner=${tenant.partner_id}`}
        >
          <Code>{tenant.partner_id}</Code>
        </Link>
      ) : (
        'None'
      ),
    ],
    ['Created', <Time key="made" at={tenant.created_at} long />],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-3 rounded-xl border border-line bg-surface px-5 py-4 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-soft">{name}</dt>
          <dd className="mt-0.5 text-sm break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Code = ({ children }: { children: React.ReactNode }) => (
  <span className="font-mono text-[13px] break-all">{children}</span>
);

function PolicyValues({ policy }: { policy: Tenant['policy'] }) {
  return (
    <details className="mt-8 rounded-xl border border-line bg-surface">
      <summary className="cursor-pointer px-5 py-3 text-[13px] font-medium">Effective policy</summary>
      <dl className="divide-y divide-line border-t border-line">
        {leavesOf(policy).map(([path, value]) => (
          <div key={path} className="flex flex-wrap justify-between gap-x-6 px-5 py-2 text-[13px]">
            <dt>
              {nameOfPolicy(path)} <code className="font-mono text-xs break-all text-ink-soft">{path}</code>
            </dt>
            <dd className="break-all text-ink-soft">{valueWords(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The leaves of a nested object with dotted paths: `{search: {agentic: true}}` gives `search.agentic`, `true`. */
function leavesOf(value: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([name, each]: [string, unknown]): [string, unknown][] => {
    const path = prefix + name;
    const isGroup = typeof each === 'object' && each !== null && !Array.isArray(each);
    return isGroup ? leavesOf(each, `${path}.`) : [[path, each]];
  });
}
