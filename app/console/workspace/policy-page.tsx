'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { failureOf, problemsOf } from '../data/failures.ts';
import { SESSION_KEY, useMay, useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useSay } from '../shell/toasts.tsx';
import { ApprovalWeek } from './approval-week.tsx';
import { GuardWeek } from './guard-week.tsx';
import { PolicyForm, type SaveChanges } from './policy-form.tsx';

/** The name of the workspace and the policy for its agents. */
export function PolicyPage() {
  const { workspace } = useSession();
  return workspace ? <Policy tenantId={workspace.id} /> : null;
}

function Policy({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const mayChange = useMay('tenants:manage');
  const { data, error, refetch } = useQuery(trpc.tenants.settings.queryOptions({ tenant_id: tenantId }));
  return (
    <Page
      title="Policy"
      intro="What agents of this workspace may do. The policy applies in the API, over MCP and in this console."
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-96" /> : null}
      {data ? (
        <PolicyForm
          tenantId={tenantId}
          settings={data}
          mayChange={mayChange}
          useSave={useSettingsChange}
          note={<WhoDecides tenantId={tenantId} hasPartner={data.has_partner} mayChange={mayChange} />}
        >
          <GuardWeek tenantId={tenantId} />
          <ApprovalWeek tenantId={tenantId} />
        </PolicyForm>
      ) : null}
    </Page>
  );
}

/** The props of the text that explains who may change which settings. */
type DecidesProps = { tenantId: string; hasPartner: boolean; mayChange: boolean };

function WhoDecides({ tenantId, hasPartner, mayChange }: DecidesProps) {
  const { user } = useSession();
  const others = hasPartner ? 'the partner who manages this workspace' : 'the operator of this deployment';
  return (
    <p className="rounded-xl bg-sunken px-4 py-3 text-[13px] leading-5 text-pretty text-ink-soft">
      {mayChange ? null : 'Only admins of the workspace can change these settings. '}
      What is <span className="font-medium text-ink">locked</span> settings can be changed only by {others}.{' '}
      <span className="font-medium text-ink">At most</span>:{' '}
      {hasPartner
        ? 'you can lower the value here, but only the partner can raise it again.'
        : 'you can choose a value up to this maximum, and only the operator can raise the maximum.'}
      {user.is_operator ? (
        <>
          {' '}
          You are the operator:{' '}
          <Link href={`/console/platform/tenants/${tenantId}/policy`} className="prose-link">
            change the locked settings
          </Link>
          .
        </>
      ) : null}
    </p>
  );
}

/** Saves the draft and keeps the server's errors for single fields. */
const useSettingsChange: SaveChanges = (tenantId, onSaved) => {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation(
    trpc.tenants.change_settings.mutationOptions({
      onError: (refusal) => {
        if (problemsOf(failureOf(refusal)).size === 0) say.failed(refusal);
      },
      onSuccess: (settings) => {
        queryClient.setQueryData(trpc.tenants.settings.queryKey({ tenant_id: tenantId }), settings);
        void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
        onSaved();
        say.done('Saved. The changes apply from now on.');
      },
    }),
  );
  const problems = error ? problemsOf(failureOf(error)) : new Map<string, string>();
  return {
    save: (changes) => mutate({ tenant_id: tenantId, ...changes }),
    isPending,
    problems,
    forget: reset,
  };
};
