'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useSession } from '../../data/session.tsx';
import { useTRPC } from '../../data/trpc.ts';
import { choiceName } from '../../labels/policy.ts';
import { Button } from '../../parts/button.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { type Setup, useOverviewRefresh } from '../use-overview.ts';

type Mode = NonNullable<Setup['approval']['result']>['mode'];
const modes: readonly Mode[] = ['never', 'new_recipients', 'external', 'risky', 'always'];

export function AskForApproval({ mode }: { mode: Mode }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { workspace } = useSession();
  const refresh = useOverviewRefresh();
  const [chosen, setChosen] = useState<Mode>(mode);
  const { mutate, isPending, error } = useMutation(
    trpc.tenants.change_settings.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries(trpc.tenants.settings.queryFilter());
        refresh();
      },
    }),
  );
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ tenant_id: workspace?.id ?? '', policy: { sending: { approval: chosen } } });
      }}
    >
      <fieldset className="space-y-1.5">
        <legend className="sr-only">Messages that a person approves</legend>
        {modes.map((each) => (
          <label key={each} className="flex cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="radio"
              name="approval"
              className="accent-accent"
              checked={each === chosen}
              onChange={() => setChosen(each)}
            />
            {choiceName(each)}
          </label>
        ))}
      </fieldset>
      {error ? (
        <div role="alert" className="text-[13px] leading-5">
          <Refusal error={error} />
        </div>
      ) : null}
      <Button size="small" type="submit" disabled={isPending || chosen === mode}>
        Save
      </Button>
    </form>
  );
}

export const ApprovalResult = ({ mode }: { mode: Mode }) => (
  <p>
    {choiceName(mode)}.{' '}
    <Link href="/console/approvals" className="prose-link">
      Approvals
    </Link>
  </p>
);
