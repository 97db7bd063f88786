'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { failureOf } from '../data/failures.ts';
import { useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useSay } from '../shell/toasts.tsx';
import { Allowances } from './allowances.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { Invoices } from './invoices.tsx';
import { Plans } from './plans.tsx';
import { TopUps } from './top-ups.tsx';

/** The workspace's plan, usage and payment. Card data is entered on the provider's own pages. */
export function BillingPage() {
  const trpc = useTRPC();
  const overview = useQuery(trpc.payments.overview.queryOptions({}));
  const mayPay = useSession().permissions.includes('tenants:manage');
  useReturn(mayPay && overview.data?.is_customer === true);
  const { data, error, refetch } = overview;
  const canChange = mayPay && data?.can_pay === true;
  return (
    <Page
      title="Billing"
      intro="The plan of this workspace, how much of it is used, and how it is paid for."
      action={mayPay && data?.is_customer ? <PaymentDetails /> : null}
    >
      {error && !data ? (
        <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />
      ) : data ? (
        <div className="space-y-4 pb-4">
          <CurrentPlan overview={data} canChange={canChange} />
          <Allowances overview={data} />
          {canChange && data.is_subscribed ? <TopUps overview={data} /> : null}
          {data.plans.length > 0 && data.mode === 'metered' ? (
            <Plans overview={data} canChange={canChange} />
          ) : null}
          {mayPay && data.is_customer ? <Invoices /> : null}
        </div>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  );
}

/** Reads the subscription when somebody comes back from the provider, whose event may still be on its way. */
function useReturn(isReady: boolean): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutate } = useMutation(
    trpc.payments.refresh.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.payments.pathKey() }),
    }),
  );
  const isDone = useRef(false);
  useEffect(() => {
    const place = new URL(location.href);
    if (!isReady || isDone.current || !place.searchParams.has('paid')) return;
    isDone.current = true;
    place.searchParams.delete('paid');
    history.replaceState(history.state, '', place);
    mutate({});
  }, [isReady, mutate]);
}

function PaymentDetails() {
  const trpc = useTRPC();
  const say = useSay();
  const { mutate, isPending } = useMutation(
    trpc.payments.open_portal.mutationOptions({
      onError: say.failed,
      onSuccess: ({ url }) => location.assign(url),
    }),
  );
  return (
    <Button disabled={isPending} onClick={() => mutate({})}>
      <CreditCard aria-hidden="true" />
      Payment details
    </Button>
  );
}
