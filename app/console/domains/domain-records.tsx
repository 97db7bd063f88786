import { Check, CircleAlert, CircleDashed } from 'lucide-react';
import type { Domain } from '../data/trpc.ts';
import { purposes, recordState } from '../labels/domains.ts';
import { Badge } from '../parts/badge.tsx';
import { CopyButton } from '../parts/copy-button.tsx';

type DomainRecord = Domain['records'][number];

const icons = { present: Check, missing: CircleDashed, conflict: CircleAlert };

/** The DNS records that a domain must publish, and the findings of the last check. */
export function DomainRecords({ domain }: { domain: Domain }) {
  const { records } = domain;
  return (
    <section className="mb-8" aria-labelledby="records">
      <h2 id="records" className="mb-3 text-[15px] font-semibold">
        DNS records
      </h2>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {records.map((record) => (
          <li key={`${record.purpose} ${record.type} ${record.name} ${record.value}`}>
            <RecordRow record={record} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecordRow({ record }: { record: DomainRecord }) {
  const { name, meaning } = purposes[record.purpose];
  const state = recordState[record.status];
  const Icon = icons[record.status];
  const { fix } = record;
  const isFound = record.status === 'present';
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-sm font-medium">{name}</span>
        <Badge tone={state.tone}>
          <Icon aria-hidden="true" />
          {state.name}
        </Badge>
        {record.is_critical ? null : <Badge>{record.affects_status ? 'Recommended' : 'Optional'}</Badge>}
        <span className="basis-full text-[13px] text-ink-soft sm:basis-auto">{meaning}</span>
      </div>
      <dl className="mt-2 grid grid-cols-[3.5rem_1fr] items-start gap-x-3 gap-y-0.5 text-[13px] [&_dt]:leading-8 [&_dt]:text-ink-soft">
        <dt>Type</dt>
        <dd className="font-mono leading-8">
          {record.type}
          {record.priority === null ? '' : ` · priority ${record.priority}`}
        </dd>
        <dt>Name</dt>
        <Value text={record.name} subject={`the name of the ${name} record`} />
        <dt>Value</dt>
        <Value text={record.value} subject={`the value of the ${name} record`} />
        {!isFound && record.found.length > 0 ? (
          <>
            <dt>Found</dt>
            <dd className="min-w-0 py-1.5 font-mono leading-5 break-all">{record.found.join('\n')}</dd>
          </>
        ) : null}
      </dl>
      {isFound && record.found_at ? (
        <p className="mt-1.5 text-[13px] leading-5 text-ink-soft">
          {`The record of the parent domain applies: ${record.found_at}`}
        </p>
      ) : null}
      {!isFound && fix ? <p className="mt-1.5 text-[13px] leading-5 text-pretty text-warn">{fix}</p> : null}
    </div>
  );
}

const Value = ({ text, subject }: { text: string; subject: string }) => (
  <dd className="flex min-w-0 items-start justify-between gap-2">
    <code className="min-w-0 py-1.5 font-mono leading-5 break-all">{text}</code>
    <CopyButton text={text} subject={subject} compact />
  </dd>
);
