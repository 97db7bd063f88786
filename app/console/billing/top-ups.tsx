'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../data/trpc.ts';
import { intervals, moneyWords, packLabels, unitWords } from '../labels/billing.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { amountWords } from '../usage/amounts.ts';
import { Cost } from './cost.tsx';
import type { Overview, Packs } from './kinds.ts';
import { useChange } from './use-change.ts';

/** Additional amounts of a feature. */
export function TopUps({ overview }: { overview: Overview }) {
  const [isOpen, setOpen] = useState(false);
  const { plans, paid_plan_id, topups, pack_catalogue } = overview;
  if (!plans.find(({ plan_id }) => plan_id === paid_plan_id)?.topups) return null;
  const bought = pack_catalogue.filter(({ feature }) => topups[feature] > 0);
  return (
    <section
      aria-label="Top-ups"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <div className="min-w-48 flex-1">
        <h2 className="text-[15px] font-semibold tracking-tight">Top-ups</h2>
        <p className="mt-0.5 text-[13px] leading-5 text-ink-soft">
          {bought.length === 0
            ? 'None. They add to the plan, and renew with it.'
            : bought
                .map(
                  ({ feature }) =>
                    `${amountWords(topups[feature])} more ${unitWords(feature, topups[feature])}`,
                )
                .join(' · ')}
        </p>
      </div>
      <Button onClick={() => setOpen(true)}>{bought.length === 0 ? 'Top up' : 'Change top-ups'}</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Top-ups">
        <TopUpForm overview={overview} close={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}

const MOST = 100;

function TopUpForm({ overview, close }: { overview: Overview; close: () => void }) {
  const trpc = useTRPC();
  const [packs, setPacks] = useState<Packs>(overview.packs);
  const isChanged = overview.pack_catalogue.some(({ feature }) => packs[feature] !== overview.packs[feature]);
  const preview = useQuery(
    trpc.payments.preview.queryOptions(packs, { enabled: isChanged, placeholderData: keepPreviousData }),
  );
  const { mutate, isPending, error } = useChange('Changed the top-ups', close);
  return (
    <DialogForm
      action="Change top-ups"
      isPending={isPending}
      isIncomplete={!isChanged || !preview.data || preview.isPlaceholderData}
      error={error}
      onSubmit={() => mutate({ packs })}
      onCancel={close}
    >
      {overview.pack_catalogue.map(({ feature, amount, price, currency, interval }) => (
        <Field
          key={feature}
          label={packLabels[feature]}
          hint={`Each has ${amountWords(amount)} and costs ${moneyWords(price, currency)} ${intervals[interval]}.`}
        >
          {(field) => (
            <input
              {...field}
              type="number"
              min={0}
              max={MOST}
              step={1}
              className={inputLook}
              value={packs[feature]}
              onChange={({ target }) =>
                setPacks({
                  ...packs,
                  [feature]: Math.min(MOST, Math.max(0, Math.trunc(target.valueAsNumber || 0))),
                })
              }
            />
          )}
        </Field>
      ))}
      {preview.error ? <Refusal error={preview.error} /> : null}
      {isChanged && preview.data ? <Cost preview={preview.data} /> : null}
    </DialogForm>
  );
}
