'use client';

import { useQuery } from '@tanstack/react-query';
import { AtSign, Inbox, Pencil } from 'lucide-react';
import Link from 'next/link';
import { useParams } from 'next/navigation';
import { type ReactNode, useId, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { useMay } from '../data/session.tsx';
import { type Identity, useTRPC } from '../data/trpc.ts';
import { identityStates, pauseReasons } from '../labels/workspace.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, buttonLook } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { DayChart } from '../usage/day-chart.tsx';
import { mailSeries } from '../usage/series.ts';
import { Addresses } from './addresses.tsx';
import { DeleteIdentity, PauseButton } from './identity-actions.tsx';
import { IdentityForm } from './identity-form.tsx';
import { IdentityKeys } from './identity-keys.tsx';
import { SendPolicy } from './send-policy.tsx';
import { SigningKeys } from './signing-keys.tsx';
import { useIdentityRefresh } from './use-identity.ts';

const BACK = { href: '/console/identities', name: 'Identities' };

/** One identity: its addresses, its mail of a month, its sending rules, and the keys that reach it. */
export function IdentityPage() {
  const { identity: id = '' } = useParams<{ identity: string }>();
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.identities.read.queryOptions({ identity_id: id }));
  if (error && failureOf(error).code === 'identity_not_found')
    return (
      <Page title="Identity" back={BACK}>
        <Empty icon={AtSign} title="This identity does not exist">
          <p>It was deleted, or it belongs to another workspace.</p>
        </Empty>
      </Page>
    );
  if (!data)
    return (
      <Page title="Identity" back={BACK}>
        {error ? (
          <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </Page>
    );
  return <Shown identity={data} />;
}

function Shown({ identity }: { identity: Identity }) {
  const mayWrite = useMay('identities:write');
  const mayKeys = useMay('keys:manage');
  const isLive = identity.status === 'active' || identity.status === 'paused';
  return (
    <Page
      back={BACK}
      title={identity.display_name}
      intro={<Intro identity={identity} />}
      action={
        <Link href={`/console/mail/${identity.id}`} className={buttonLook({ tone: 'primary' })}>
          <Inbox aria-hidden="true" />
          Mailbox
        </Link>
      }
    >
      <div className="space-y-8 pb-4">
        {mayWrite && isLive ? <Actions identity={identity} /> : null}
        <Facts identity={identity} />
        <Month identity={identity} />
        <Addresses identity={identity} mayWrite={mayWrite && isLive} />
        <SendPolicy key={identity.updated_at} identity={identity} mayWrite={mayWrite && isLive} />
        {mayKeys ? <IdentityKeys identity={identity} /> : null}
        <SigningKeys identity={identity} mayWrite={mayWrite && isLive} />
        {isLive ? <DeleteIdentity identity={identity} /> : null}
      </div>
    </Page>
  );
}

function Intro({ identity: { status, pause_reason, purpose } }: { identity: Identity }) {
  const { name, tone } = identityStates[status];
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{pause_reason ? pauseReasons[pause_reason] : name}</Badge>
      {purpose}
    </span>
  );
}

function Actions({ identity }: { identity: Identity }) {
  const [isEditing, setEditing] = useState(false);
  const refresh = useIdentityRefresh();
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => setEditing(true)}>
        <Pencil aria-hidden="true" />
        Edit
      </Button>
      <PauseButton identity={identity} />
      <Dialog open={isEditing} onClose={() => setEditing(false)} title="Edit identity">
        <IdentityForm
          identity={identity}
          onCancel={() => setEditing(false)}
          onDone={() => {
            setEditing(false);
            void refresh();
          }}
        />
      </Dialog>
    </div>
  );
}

function Facts({ identity }: { identity: Identity }) {
  const { id, primary_address, owner, signature, created_at } = identity;
  const facts: [name: string, value: ReactNode, copy?: string][] = [
    ['Address', <code key="address">{primary_address}</code>, primary_address],
    ['ID', <code key="id">{id}</code>, id],
    ['Owner', owner ? `${owner.name} (${owner.email})` : 'None, so it cannot send'],
    ['Created', <Time key="created" at={created_at} long />],
    ...(signature
      ? ([
          [
            'Signature',
            <span key="signature" className="whitespace-pre-line">
              {signature.text}
            </span>,
          ],
        ] as [string, ReactNode][])
      : []),
  ];
  return (
    <dl className="divide-y divide-line rounded-xl border border-line bg-surface">
      {facts.map(([name, value, copy]) => (
        <div key={name} className="flex items-center gap-3 py-1.5 pr-2 pl-4">
          <dt className="w-20 shrink-0 text-[13px] text-ink-soft">{name}</dt>
          <dd className="min-w-0 flex-1 py-1 text-sm break-words [&_code]:font-mono [&_code]:text-[13px] [&_code]:break-all">
            {value}
          </dd>
          {copy ? (
            <dd>
              <CopyButton text={copy} subject={name.toLowerCase()} compact />
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

function Month({ identity }: { identity: Identity }) {
  const trpc = useTRPC();
  const tableId = useId();
  const { data } = useQuery(trpc.overview.identity_days.queryOptions({ identity_id: identity.id }));
  if (!data) return <Skeleton className="h-72" />;
  return (
    <>
      <DayChart
        title="Received and sent"
        tableId={tableId}
        days={data.data.map(({ day, inbound, sends }) => ({ day, amounts: { inbound, sends } }))}
        series={mailSeries}
        kind="beside"
      />
      <table id={tableId} className="sr-only">
        <caption>Mail by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Received</th>
            <th scope="col">Sent</th>
          </tr>
        </thead>
        <tbody>
          {data.data.map(({ day, inbound, sends }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{inbound}</td>
              <td>{sends}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
