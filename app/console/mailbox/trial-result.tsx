'use client';

import { CircleAlert, CircleCheck } from 'lucide-react';
import { deliveryReason, recipientFields } from '../labels/deliveries.ts';
import { labelOf } from '../labels/label-of.ts';
import { Refusal } from '../parts/refusal.tsx';
import type { Trial } from './sending.ts';

/** The result of the dry run: who would get the message, who would not, or why it cannot be sent. */
export function TrialResult({ trial, error }: { trial: Trial[] | undefined; error: unknown }) {
  return (
    <div aria-live="polite" className="min-h-5 text-[13px] leading-5">
      {error ? <Refusal error={error} /> : trial ? <Recipients trial={trial} /> : null}
    </div>
  );
}

function Recipients({ trial }: { trial: Trial[] }) {
  const reached = trial.filter(({ status }) => status === 'queued');
  const left = trial.filter(({ status }) => status !== 'queued');
  return (
    <div className="space-y-1">
      {reached.length > 0 ? (
        <p className="flex gap-2 text-ink-soft">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden="true" />
          <span className="min-w-0 break-words">
            Will be sent to{' '}
            {reached
              .map(({ address, field }) =>
                field === 'to' ? address : `${address} (${labelOf(recipientFields, field) ?? field})`,
              )
              .join(', ')}
          </span>
        </p>
      ) : null}
      {left.map(({ address, reason }) => (
        <p key={address} className="flex gap-2 text-warn">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">
            Will not be sent to {address}. {reason ? deliveryReason(reason) : 'The address is suppressed.'}
          </span>
        </p>
      ))}
    </div>
  );
}
