'use client';

import { useQuery } from '@tanstack/react-query';
import { type Domain, type DomainCheck, useTRPC } from '../data/trpc.ts';
import { domainState, purposes } from '../labels/domains.ts';
import { Badge } from '../parts/badge.tsx';
import { Rows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';

const SHOWN = 10;

/** The last checks of a domain, or nothing before the first one. The page remounts it after each check. */
export function DomainChecks({ domain }: { domain: Domain }) {
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.domains.list_checks.queryOptions({ domain_id: domain.id }),
    refetchOnMount: 'always',
  });
  if (!data || data.data.length === 0) return null;
  return (
    <section className="mb-8" aria-labelledby="checks">
      <h2 id="checks" className="mb-3 text-[15px] font-semibold">
        Last checks
      </h2>
      <Rows
        items={data.data.slice(0, SHOWN)}
        keyOf={({ id }) => id}
        row={(check) => <CheckRow check={check} />}
      />
    </section>
  );
}

function CheckRow({ check }: { check: DomainCheck }) {
  const { name, tone } = domainState(check);
  const missing = check.records.filter(({ status }) => status !== 'present');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
      <Time at={check.created_at} long />
      <Badge tone={tone}>{name}</Badge>
      <span className="text-[13px] text-ink-soft">
        {missing.length === 0
          ? 'All records were found.'
          : `Not found: ${missing.map(({ purpose }) => purposes[purpose].name).join(', ')}`}
      </span>
    </div>
  );
}
