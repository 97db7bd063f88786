'use client';

import { usePages } from '../data/pages.ts';
import { type Domain, useTRPCClient } from '../data/trpc.ts';
import { Badge } from '../parts/badge.tsx';
import { PagedRows } from '../parts/rows.tsx';

const PAGE = 50;

/** Who sends in the name of the domain, by the reports of receivers. */
export function DomainReports({ domain }: { domain: Domain }) {
  const client = useTRPCClient();
  const query = usePages(['domain-reports', domain.id], (cursor) =>
    client.domains.list_reports.query({
      domain_id: domain.id,
      kind: 'dmarc',
      limit: PAGE,
      ...(cursor && { cursor }),
    }),
  );
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" className="mb-1 text-[15px] font-semibold">
        DMARC reports
      </h2>
      <p className="mb-3 text-[13px] text-ink-soft">
        Receivers report once a day who sent mail in the name of the domain.
      </p>
      <PagedRows
        query={query}
        keyOf={(row) => `${row.day} ${row.reporter} ${row.source} ${row.result} ${row.disposition}`}
        row={(row) => (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
            <time dateTime={row.day} className="text-[13px] text-ink-soft tabular-nums">
              {row.day}
            </time>
            <code className="font-mono text-[13px]">{row.source}</code>
            <Badge tone={row.aligned ? 'good' : 'bad'}>
              {row.aligned ? 'In your name, proven' : 'Not proven'}
            </Badge>
            <span className="text-[13px] text-ink-soft">{`reported by ${row.reporter}`}</span>
            <span className="ml-auto tabular-nums">{row.messages.toLocaleString('en')}</span>
          </div>
        )}
        empty={<p className="text-sm">No report has come yet. The first ones take a day or two.</p>}
      />
    </section>
  );
}
