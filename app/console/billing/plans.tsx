'use client';

import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTRPC } from '../data/trpc.ts';
import { intervals, moneyWords, unitWords } from '../labels/billing.ts';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useSay } from '../shell/toasts.tsx';
import { amountWords } from '../usage/amounts.ts';
import { ChangePlan } from './change-plan.tsx';
import type { Overview, Plan } from './kinds.ts';

/** The plans side by side, with their allowances. */
export function Plans({ overview, canChange }: { overview: Overview; canChange: boolean }) {
  const [wanted, setWanted] = useState<Plan | null>(null);
  const { plans, can_pay } = overview;
  return (
    <section aria-label="Plans">
      <h2 className="mt-6 mb-2.5 text-[15px] font-semibold tracking-tight">Plans</h2>
      {can_pay ? null : (
        <p className="mb-2.5 text-[13px] text-ink-soft">
          This deployment does not accept payments. Ask its operator for another plan.
        </p>
      )}
      <ul className="grid gap-3 md:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard
            key={plan.plan_id}
            plan={plan}
            overview={overview}
            choose={canChange ? () => setWanted(plan) : null}
          />
        ))}
      </ul>
      <Dialog
        open={wanted !== null}
        onClose={() => setWanted(null)}
        title={wanted?.plan_id === 'free' ? 'Cancel the subscription?' : `Change to ${wanted?.name}?`}
      >
        {wanted ? <ChangePlan plan={wanted} overview={overview} close={() => setWanted(null)} /> : null}
      </Dialog>
    </section>
  );
}

type CardProps = { plan: Plan; overview: Overview; choose: (() => void) | null };

function PlanCard({ plan, overview, choose }: CardProps) {
  const { plan_id, name, price, currency, interval, included, topups, support } = plan;
  const current = overview.is_subscribed ? overview.paid_plan_id : overview.plan.plan_id;
  const isCurrent = current === plan_id;
  return (
    <li
      className={cn(
        'flex flex-col rounded-xl border border-line bg-surface p-4',
        isCurrent && 'border-accent ring-1 ring-accent',
      )}
    >
      <h3 className="text-sm font-semibold">{name}</h3>
      <p className="mt-1 flex items-baseline gap-1.5">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {moneyWords(price, currency)}
        </span>
        <span className="text-[13px] text-ink-soft">{intervals[interval]}</span>
      </p>
      <ul className="mt-3 mb-4 flex-1 space-y-1 text-[13px] text-ink-soft">
        {Object.entries(included).map(([feature, amount]) => (
          <li key={feature}>
            <span className="font-medium text-ink tabular-nums">{amountWords(amount)}</span>{' '}
            {unitWords(feature as keyof Plan['included'], amount)}
          </li>
        ))}
        <li>{topups ? 'Top-ups can be bought' : 'No top-ups'}</li>
        <li className="first-letter:uppercase">{support} support</li>
      </ul>
      {isCurrent ? (
        <p className="flex h-9 items-center justify-center gap-1.5 text-[13px] font-medium text-accent">
          <Check className="size-4" aria-hidden="true" />
          Your plan
        </p>
      ) : choose ? (
        <Choose plan={plan} overview={overview} choose={choose} />
      ) : null}
    </li>
  );
}

function Choose({ plan, overview, choose }: { plan: Plan; overview: Overview; choose: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const { mutate, isPending } = useMutation(
    trpc.payments.checkout.mutationOptions({
      onError: say.failed,
      onSuccess: ({ url }) => location.assign(url),
    }),
  );
  const { is_subscribed, plans, paid_plan_id, plan: now } = overview;
  if (plan.plan_id === 'free' && (!is_subscribed || now.cancel_at_period_end)) return null;
  const price = plans.find(({ plan_id }) => plan_id === paid_plan_id)?.price ?? 0;
  if (is_subscribed)
    return (
      <Button tone={plan.price > price ? 'primary' : 'plain'} onClick={choose}>
        {plan.plan_id === 'free' ? 'Cancel the subscription' : `Change to ${plan.name}`}
      </Button>
    );
  return (
    <Button tone="primary" disabled={isPending} onClick={() => mutate({ plan_id: plan.plan_id })}>
      Buy {plan.name}
    </Button>
  );
}
