'use client';

import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { invoiceState, moneyWords } from '../labels/billing.ts';
import { Badge } from '../parts/badge.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';

/** The newest invoices, each a link to the provider's page. */
export function Invoices() {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.payments.list_invoices.queryOptions({}));
  return (
    <section aria-label="Invoices">
      <h2 className="mt-6 mb-2.5 text-[15px] font-semibold tracking-tight">Invoices</h2>
      {error && !data ? (
        <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : data.data.length === 0 ? (
        <p className="text-sm text-ink-soft">There is none yet.</p>
      ) : (
        <Rows items={data.data} keyOf={({ id }) => id} row={(invoice) => <Invoice invoice={invoice} />} />
      )}
    </section>
  );
}

type Given = {
  number: string | null;
  status: string | null;
  total: number;
  currency: string;
  created_at: string;
  url: string | null;
};

function Invoice({ invoice: { number, status, total, currency, created_at, url } }: { invoice: Given }) {
  const state = invoiceState(status);
  return (
    <div className="flex items-center gap-3 px-4 py-2.5 text-sm">
      <p className="min-w-0 flex-1 truncate">
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="prose-link inline-flex items-center gap-1.5"
          >
            {number ?? 'Draft'}
            <ExternalLink className="size-3.5" aria-hidden="true" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        ) : (
          (number ?? 'Draft')
        )}
        <Time at={created_at} className="ml-3 text-[13px] text-ink-soft" />
      </p>
      <Badge tone={state.tone}>{state.name}</Badge>
      <p className="w-24 text-right font-medium tabular-nums">{moneyWords(total, currency)}</p>
    </div>
  );
}
