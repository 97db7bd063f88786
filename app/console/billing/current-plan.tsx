'use client';

import { CircleAlert } from 'lucide-react';
import { intervals, moneyWords, subscriptionState } from '../labels/billing.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Time } from '../parts/time.tsx';
import type { Overview } from './kinds.ts';
import { useChange } from './use-change.ts';

/** The current plan, its end, and whether it is paid. */
export function CurrentPlan({ overview, canChange }: { overview: Overview; canChange: boolean }) {
  const { plan, plans, mode, is_subscribed } = overview;
  const named = plans.find(({ plan_id }) => plan_id === plan.plan_id);
  const state = is_subscribed && plan.status ? subscriptionState(plan.status) : null;
  return (
    <section aria-label="Current plan" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl font-semibold tracking-tight">{named?.name ?? 'No plan'}</h2>
        {state ? <Badge tone={state.tone}>{state.name}</Badge> : null}
        {named && is_subscribed ? (
          <p className="w-full text-sm text-ink-soft tabular-nums sm:ml-auto sm:w-auto">
            {moneyWords(named.price, named.currency)} {intervals[named.interval]}, before tax and top-ups
          </p>
        ) : null}
      </div>
      <div className="mt-1 text-sm leading-6 text-pretty text-ink-soft">
        {mode === 'metered' ? <Term overview={overview} canChange={canChange} /> : null}
        {mode === 'exempt' ? 'The operator has exempted this workspace: no plan limits it.' : null}
        {mode === 'disabled' ? 'No plan limits this workspace. Only the limits of its policy apply.' : null}
      </div>
      <MissingPayment overview={overview} />
    </section>
  );
}

function Term({ overview, canChange }: { overview: Overview; canChange: boolean }) {
  const { plan, is_subscribed } = overview;
  const { mutate, isPending } = useChange('The plan continues');
  if (!is_subscribed || plan.current_period_end === null)
    return <p>{plan.plan_id === 'free' ? 'It costs nothing.' : 'The operator has given you this plan.'}</p>;
  if (!plan.cancel_at_period_end)
    return (
      <p>
        It renews on <Time at={plan.current_period_end} />.
      </p>
    );
  return (
    <div className="mt-1 flex flex-wrap items-center gap-3">
      <p>
        It ends on <Time at={plan.current_period_end} className="font-medium text-ink" />. After that, the
        workspace is on the free plan.
      </p>
      {canChange ? (
        <Button size="small" disabled={isPending} onClick={() => mutate({ cancel_at_period_end: false })}>
          Keep the plan
        </Button>
      ) : null}
    </div>
  );
}

/** A failed payment and its consequence. */
function MissingPayment({ overview }: { overview: Overview }) {
  const { grace_until, plan, paid_plan_id, plans } = overview;
  if (grace_until === null) return null;
  const paid = plans.find(({ plan_id }) => plan_id === paid_plan_id)?.name ?? 'plan';
  const isOver = plan.plan_id !== paid_plan_id;
  return (
    <div role="alert" className="mt-4 flex gap-2.5 rounded-lg bg-bad-wash p-3 text-sm leading-6 text-bad">
      <CircleAlert className="mt-1 size-4 shrink-0" aria-hidden="true" />
      <p className="text-pretty">
        {isOver ? (
          <>A payment failed and the grace period is over. The plan {paid} returns as soon as it is paid. </>
        ) : (
          <>
            A payment failed. The plan {paid} stays until <Time at={grace_until} className="font-medium" />.{' '}
          </>
        )}
        Open “Payment details” to use another card.
      </p>
    </div>
  );
}
