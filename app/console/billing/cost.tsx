import { moneyWords } from '../labels/billing.ts';

type Preview = { due_now: number; per_interval: number; currency: string };

/** The cost of a change, now and later, as the payment provider computed it. */
export function Cost({ preview: { due_now, per_interval, currency } }: { preview: Preview }) {
  return (
    <dl className="space-y-1.5 text-sm">
      <div className="flex justify-between gap-4">
        <dt className="text-ink-soft">{due_now < 0 ? 'Credited for later invoices' : 'Charged now'}</dt>
        <dd className="font-medium tabular-nums">{moneyWords(Math.abs(due_now), currency)}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-ink-soft">From the next invoice on</dt>
        <dd className="font-medium tabular-nums">{moneyWords(per_interval, currency)}</dd>
      </div>
    </dl>
  );
}
