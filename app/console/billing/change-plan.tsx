'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../data/trpc.ts';
import { stopLabels } from '../labels/billing.ts';
import { featureLabels } from '../labels/workspace.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { amountWords } from '../usage/amounts.ts';
import { Cost } from './cost.tsx';
import type { Overview, Plan } from './kinds.ts';
import { useChange } from './use-change.ts';

type Props = { plan: Plan; overview: Overview; close: () => void };

/** Shows the cost of another plan, and which features it would stop, before the person chooses it. */
export function ChangePlan({ plan, overview, close }: Props) {
  const trpc = useTRPC();
  const ends = plan.plan_id === 'free';
  const preview = useQuery(trpc.payments.preview.queryOptions({ plan_id: plan.plan_id }));
  const { mutate, isPending, error } = useChange(
    ends
      ? 'Canceled the subscription. The plan stays until the end of its period'
      : `Changed to ${plan.name}`,
    close,
  );
  const { data } = preview;
  return (
    <DialogForm
      action={ends ? 'Cancel the subscription' : `Change to ${plan.name}`}
      cancel="Keep the plan"
      isPending={isPending}
      isIncomplete={!data}
      error={error}
      onSubmit={() => mutate(ends ? { cancel_at_period_end: true } : { plan_id: plan.plan_id })}
      onCancel={close}
    >
      {preview.error ? <Refusal error={preview.error} /> : null}
      {!data && !preview.error ? <Skeleton className="h-24" /> : null}
      {data && ends && overview.plan.current_period_end ? (
        <p className="text-sm leading-6 text-pretty text-ink-soft">
          You keep what you have paid for until <Time at={overview.plan.current_period_end} />. After that,
          the workspace is on the free plan, without top-ups. Nothing is deleted.
        </p>
      ) : null}
      {data && !ends ? <Cost preview={data} /> : null}
      {data ? <Stops stops={data.stops} name={plan.name} /> : null}
    </DialogForm>
  );
}

type Stop = { feature: keyof typeof stopLabels; used: number; granted: number };

function Stops({ stops, name }: { stops: readonly Stop[]; name: string }) {
  if (stops.length === 0)
    return <p className="text-sm text-ink-soft">Everything that you use today fits into {name}.</p>;
  return (
    <div className="rounded-lg bg-warn-wash p-3">
      <h3 className="text-sm font-medium text-warn">What {name} would stop</h3>
      <ul className="mt-1.5 space-y-2">
        {stops.map(({ feature, used, granted }) => (
          <li key={feature} className="text-[13px] leading-5">
            <span className="font-medium">
              {featureLabels[feature]}: {amountWords(used)} used, {amountWords(granted)} included.
            </span>{' '}
            {stopLabels[feature]}
          </li>
        ))}
      </ul>
    </div>
  );
}
