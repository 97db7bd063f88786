'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { useMay } from '../data/session.tsx';
import { type Domain, type Identity, useTRPC } from '../data/trpc.ts';
import { approvalReason } from '../labels/approvals.ts';
import { numberWords } from '../labels/counted.ts';
import { deliveryStatus } from '../labels/deliveries.ts';
import { domainState } from '../labels/domains.ts';
import { quarantineReason } from '../labels/trust.ts';
import { endpointState } from '../labels/webhooks.ts';
import { featureLabels, identityStates, limitLabels, pauseReasons } from '../labels/workspace.ts';
import { ReleaseDialog } from '../mailbox/release.tsx';
import { ResolveDialog } from '../mailbox/resolve.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button, buttonLook } from '../parts/button.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { type Needs, useOverviewRefresh } from './use-overview.ts';

type Item<Kind extends Exclude<keyof Needs, 'limits'>> = NonNullable<Needs[Kind]>['items'][number];
type Person = { address: string; name: string | null };

const nameOf = (person: Person | null | undefined): string => person?.name || person?.address || 'Unknown';
const peopleOf = (people: readonly Person[]): string => {
  const [first, ...others] = people;
  return others.length === 0 ? nameOf(first) : `${nameOf(first)} and ${others.length} more`;
};

type RowProps = {
  href: string;
  title: ReactNode;
  badge?: ReactNode;
  detail: ReactNode;
  at?: string;
  action?: ReactNode;
};

function Row({ href, title, badge, detail, at, action }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:flex-nowrap">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex min-w-0 items-center gap-2">
          <Link href={href} className="min-w-0 truncate text-sm font-medium hover:underline">
            {title}
          </Link>
          {badge}
        </p>
        <p className="text-[13px] leading-5 break-words text-ink-soft">{detail}</p>
      </div>
      {at ? <Time at={at} className="text-xs text-ink-soft tabular-nums" /> : null}
      {action ? <div className="flex shrink-0 gap-2">{action}</div> : null}
    </li>
  );
}

export const ApprovalRow = ({ item }: { item: Item<'approvals'> }) => (
  <Row
    href={`/console/approvals?open=${item.approval_id}`}
    title={item.subject || 'No subject'}
    detail={`${item.display_name} to ${peopleOf(item.to)}. ${item.reasons.map(approvalReason).join(', ')}.`}
    at={item.requested_at}
    action={
      <Link href={`/console/approvals?open=${item.approval_id}`} className={buttonLook({ size: 'small' })}>
        Review
      </Link>
    }
  />
);

export function SendRow({ item }: { item: Item<'sends'> }) {
  const mayWrite = useMay('messages:write');
  const [asks, setAsks] = useState(false);
  const { name, tone } = deliveryStatus(item.status);
  return (
    <>
      <Row
        href={`/console/mail/${item.identity_id}/${item.thread_id}`}
        title={item.subject || 'No subject'}
        badge={<Badge tone={tone}>{name}</Badge>}
        detail={`${item.display_name} to ${peopleOf(item.to)}`}
        at={item.created_at}
        action={
          item.status === 'uncertain' && mayWrite ? (
            <Button size="small" onClick={() => setAsks(true)}>
              Was it sent?
            </Button>
          ) : null
        }
      />
      <ResolveDialog
        message={{ id: item.message_id, identity_id: item.identity_id, subject: item.subject }}
        open={asks}
        onClose={() => setAsks(false)}
      />
    </>
  );
}

export function HeldRow({ item }: { item: Item<'held'> }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Row
        href={`/console/mail/${item.identity_id}/quarantine`}
        title={item.subject || 'No subject'}
        detail={`${nameOf(item.from)} to ${item.display_name}. ${quarantineReason(item.reason ?? 'other')}`}
        at={item.created_at}
        action={
          <Button size="small" onClick={() => setAsks(true)}>
            Release…
          </Button>
        }
      />
      <ReleaseDialog
        messages={[
          {
            id: item.message_id,
            identity_id: item.identity_id,
            from: item.from,
            quarantine_reason: item.reason,
            subject: item.subject,
          },
        ]}
        open={asks}
        onClose={() => setAsks(false)}
      />
    </>
  );
}

export function WebhookRow({ item }: { item: Item<'webhooks'> }) {
  const mayManage = useMay('webhooks:manage');
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useOverviewRefresh();
  const { mutate, isPending } = useMutation(
    trpc.webhooks.update.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done('Turned on'),
      onSettled: refresh,
    }),
  );
  const { name, tone } = endpointState(item);
  return (
    <Row
      href={`/console/developers/webhooks/${item.webhook_id}`}
      title={<span className="font-mono text-[13px]">{item.url}</span>}
      badge={<Badge tone={tone}>{name}</Badge>}
      detail={
        item.failing_since ? (
          <>
            {numberWords(item.failures)} failed attempts in a row since <Time at={item.failing_since} />
          </>
        ) : (
          'It receives no events.'
        )
      }
      action={
        mayManage && !item.enabled ? (
          <Button
            size="small"
            disabled={isPending}
            onClick={() => mutate({ webhook_id: item.webhook_id, enabled: true })}
          >
            Turn on
          </Button>
        ) : null
      }
    />
  );
}

export function DomainRow({ item }: { item: Item<'domains'> }) {
  const mayWrite = useMay('domains:write');
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useOverviewRefresh();
  const { mutate, isPending } = useMutation(
    trpc.domains.verify.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done('Checking the DNS records now'),
      onSettled: refresh,
    }),
  );
  const { name, tone, meaning } = domainState({ status: item.status as Domain['status'] });
  return (
    <Row
      href={`/console/domains/${item.domain_id}`}
      title={<span className="font-mono text-[13px]">{item.domain}</span>}
      badge={<Badge tone={tone}>{name}</Badge>}
      detail={meaning}
      at={item.status_since}
      action={
        mayWrite && item.status !== 'suspended' ? (
          <Button size="small" disabled={isPending} onClick={() => mutate({ domain_id: item.domain_id })}>
            Check now
          </Button>
        ) : null
      }
    />
  );
}

export function IdentityRow({ item }: { item: Item<'identities'> }) {
  const mayWrite = useMay('identities:write');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const refresh = useOverviewRefresh();
  const { mutate, isPending } = useMutation(
    trpc.identities.update.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`Resumed ${item.display_name}`),
      onSettled: () => {
        refresh();
        return queryClient.invalidateQueries(trpc.identities.list.queryFilter());
      },
    }),
  );
  const why = item.pause_reason as NonNullable<Identity['pause_reason']> | null;
  return (
    <Row
      href={`/console/identities/${item.identity_id}`}
      title={item.display_name}
      detail={`${why ? pauseReasons[why] : identityStates.paused.name}. It receives mail but does not send.`}
      at={item.updated_at}
      action={
        mayWrite ? (
          <Button
            size="small"
            disabled={isPending}
            onClick={() => mutate({ identity_id: item.identity_id, status: 'active' })}
          >
            Resume
          </Button>
        ) : null
      }
    />
  );
}

export function LimitRow({ item }: { item: Needs['limits'][number] }) {
  const { kind, feature, identity_id, display_name, used, limit, resets_at } = item;
  const href = {
    plan: '/console/billing',
    identity_sends: `/console/identities/${identity_id}`,
    workspace_sends: '/console/policy',
    agentic_searches: '/console/policy',
  }[kind];
  const name = feature ? featureLabels[feature] : limitLabels[kind];
  return (
    <Row
      href={href}
      title={display_name ? `${name}: ${display_name}` : name}
      badge={used >= limit ? <Badge tone="bad">Used up</Badge> : <Badge tone="warn">Nearly used up</Badge>}
      detail={
        <>
          {numberWords(used)} of {numberWords(limit)} used.
          {resets_at ? (
            <>
              {' '}
              It starts again at <Time at={resets_at} long />.
            </>
          ) : null}
        </>
      }
    />
  );
}
