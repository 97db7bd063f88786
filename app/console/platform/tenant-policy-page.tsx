'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { failureOf, problemsOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useSay } from '../shell/toasts.tsx';
import { PolicyForm, type SaveChanges } from '../workspace/policy-form.tsx';
import { tenantsKey } from './kinds.ts';

/** The name, the time zone and the policy of a tenant. The operator may change every field, including locked ones. */
export function TenantPolicyPage() {
  const { tenant: id = '' } = useParams<{ tenant: string }>();
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.tenants.settings.queryOptions({ tenant_id: id }));
  return (
    <Page
      back={{ href: `/console/platform/tenants/${id}`, name: data?.name || data?.slug || 'Tenant' }}
      title="Name, time zone and policy"
      intro="What you set here also becomes the most that the tenant’s own admins can choose."
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-96" /> : null}
      {data ? <PolicyForm tenantId={id} settings={data} mayChange useSave={useTenantChange} /> : null}
    </Page>
  );
}

const useTenantChange: SaveChanges = (id, onSaved) => {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation(
    trpc.tenants.update.mutationOptions({
      onError: (refusal) => {
        if (problemsOf(failureOf(refusal)).size === 0) say.failed(refusal);
      },
      onSuccess: async () => {
        await Promise.all([
          queryClient.invalidateQueries(trpc.tenants.settings.queryFilter({ tenant_id: id })),
          queryClient.invalidateQueries(trpc.tenants.get.queryFilter({ tenant_id: id })),
          queryClient.invalidateQueries({ queryKey: tenantsKey }),
        ]);
        onSaved();
        say.done('Saved. The changes apply from now on.');
      },
    }),
  );
  return {
    save: (changes) => mutate({ tenant_id: id, ...changes }),
    isPending,
    problems: error ? problemsOf(failureOf(error)) : new Map<string, string>(),
    forget: reset,
  };
};
