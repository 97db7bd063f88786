'use client';

import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import Link from 'next/link';
import { failureOf } from '../data/failures.ts';
import { useMay } from '../data/session.tsx';
import { type Domain, useTRPC } from '../data/trpc.ts';
import { domainState, methods, stateReason, transports } from '../labels/domains.ts';
import { Badge } from '../parts/badge.tsx';
import { buttonLook } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { DomainActions } from './domain-actions.tsx';
import { DomainChecks } from './domain-checks.tsx';
import { DomainRecords } from './domain-records.tsx';
import { DomainReports } from './domain-reports.tsx';
import { HostGuide } from './host-guide.tsx';
import { TestMails } from './test-mails.tsx';

/** The interval at which the page polls for results of checks while records are being added. */
const WAITING_MS = 5_000;

/** One domain: its state, its records, and what receivers report about it. */
export function DomainPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const mayChange = useMay('domains:write');
  const { data, error, refetch } = useQuery({
    ...trpc.domains.get.queryOptions({ domain_id: id }),
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : WAITING_MS),
  });
  if (error && failureOf(error).code === 'domain_not_found') return <Removed />;
  if (error && !data) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  return (
    <Page back={{ href: '/console/domains', name: 'Domains' }} title={data?.domain ?? 'Domain'}>
      {data ? (
        <>
          {mayChange ? <DomainActions domain={data} /> : null}
          <State domain={data} />
          <DomainRecords domain={data} />
          {isSettled(data) ? null : <HostGuide domain={data} />}
          <TestMails domain={data} />
          <DomainChecks key={data.last_checked_at} domain={data} />
          <DomainReports domain={data} />
        </>
      ) : (
        <Skeleton className="h-48" />
      )}
    </Page>
  );
}

const isSettled = ({ status }: Domain): boolean => status === 'healthy';

const Removed = () => (
  <Empty icon={Globe} title="This domain no longer exists">
    <Link href="/console/domains" className={buttonLook()}>
      All domains
    </Link>
  </Empty>
);

/** Problems of the domain itself. Problems of a record are shown next to the record. */
const withoutRecord = ({ issues, records }: Domain): Domain['issues'] =>
  issues.filter(({ fix }) => !records.some((record) => record.fix === fix));

function State({ domain }: { domain: Domain }) {
  const { name, tone, meaning } = domainState(domain);
  const reason = stateReason(domain);
  return (
    <dl className="mb-8 grid grid-cols-[6rem_1fr] gap-x-4 gap-y-2 rounded-xl border border-line bg-surface px-4 py-3 text-sm sm:grid-cols-[8rem_1fr] [&_dt]:text-[13px] [&_dt]:leading-6 [&_dt]:text-ink-soft">
      <dt>State</dt>
      <dd>
        <Badge tone={tone}>{name}</Badge>
        <span className="mt-1 block text-pretty">
          {reason ? `${reason} ` : ''}
          {meaning}
          {domain.fallback_active ? ' Until then agents send from the address of this deployment.' : ''}
        </span>
        {withoutRecord(domain).map(({ code, fix }) => (
          <span key={code} className="mt-1 block text-pretty text-warn">
            {fix}
          </span>
        ))}
      </dd>
      <dt>Connected by</dt>
      <dd>{methods[domain.method].name}</dd>
      <dt>Sends through</dt>
      <dd>{transports[domain.transport]}</dd>
      {domain.relay ? <Relay relay={domain.relay} /> : null}
      {domain.nameservers.length > 0 ? (
        <>
          <dt>Name servers</dt>
          <dd className="font-mono text-[13px] break-all">{domain.nameservers.join(', ')}</dd>
        </>
      ) : null}
      {domain.registration ? <Registration registration={domain.registration} /> : null}
      <dt>Last check</dt>
      <dd>{domain.last_checked_at ? <Time at={domain.last_checked_at} long /> : 'Not yet'}</dd>
    </dl>
  );
}

function Registration({ registration }: { registration: NonNullable<Domain['registration']> }) {
  const { registrar, expires_at } = registration;
  if (!registrar && !expires_at) return null;
  return (
    <>
      <dt>Registered</dt>
      <dd className="min-w-0 break-words">
        {registrar ? `At ${registrar}` : 'At a registrar that the registry does not name'}
        {expires_at ? (
          <>
            , until <Time at={expires_at} long />
          </>
        ) : null}
      </dd>
    </>
  );
}

function Relay({ relay }: { relay: NonNullable<Domain['relay']> }) {
  const probe = relay.last_probe;
  return (
    <>
      <dt>Server</dt>
      <dd className="min-w-0 break-words">
        <span className="font-mono text-[13px]">{`${relay.host}:${relay.port}`}</span>
        {probe ? (
          <span className="block text-[13px] text-ink-soft">
            {probe.status === 'ok'
              ? `It answered in ${probe.ms} ms.`
              : `It failed: ${probe.detail ?? probe.stage}`}
          </span>
        ) : null}
      </dd>
    </>
  );
}
