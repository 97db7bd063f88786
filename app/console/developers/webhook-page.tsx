'use client';

import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import Link from 'next/link';
import { failureOf } from '../data/failures.ts';
import { useMay } from '../data/session.tsx';
import { type Webhook as Endpoint, useTRPC } from '../data/trpc.ts';
import { eventName } from '../labels/events.ts';
import { endpointState } from '../labels/webhooks.ts';
import { Badge } from '../parts/badge.tsx';
import { buttonLook } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useMailboxes } from '../shell/mailboxes.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

/** One endpoint: its subscription, its actions and its deliveries. */
export function WebhookPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.webhooks.get.queryOptions({ webhook_id: id }));
  const mayManage = useMay('webhooks:manage');
  if (error && failureOf(error).code === 'webhook_not_found') return <Deleted />;
  if (error && !data) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  return (
    <Page
      back={{ href: '/console/developers/webhooks', name: 'Webhooks' }}
      title={
        <span className="font-mono text-[15px] tracking-normal break-all">{data?.url ?? 'Endpoint'}</span>
      }
      intro={data?.description}
    >
      {data ? (
        <>
          {mayManage ? <WebhookActions endpoint={data} /> : null}
          <Subscription endpoint={data} />
          <WebhookDeliveries endpoint={data} />
        </>
      ) : (
        <Skeleton className="h-32" />
      )}
    </Page>
  );
}

const Deleted = () => (
  <Empty icon={Webhook} title="This endpoint no longer exists">
    <Link href="/console/developers/webhooks" className={buttonLook()}>
      All webhooks
    </Link>
  </Empty>
);

function Subscription({ endpoint }: { endpoint: Endpoint }) {
  const { id, events, identity_ids, created_at } = endpoint;
  const { mailboxes } = useMailboxes();
  const { name, tone } = endpointState(endpoint);
  const addressOf = (identityId: string) =>
    mailboxes.find((mailbox) => mailbox.id === identityId)?.primary_address ?? identityId;
  return (
    <dl className="mb-8 grid grid-cols-[4rem_1fr] gap-x-4 gap-y-2 rounded-xl border border-line bg-surface px-4 py-3 text-sm sm:grid-cols-[8rem_1fr] [&_dt]:text-[13px] [&_dt]:leading-6 [&_dt]:text-ink-soft">
      <dt>State</dt>
      <dd>
        <Badge tone={tone}>{name}</Badge>
        {endpoint.enabled && endpoint.failing_since ? (
          <span className="mt-1 block text-[13px] leading-5 text-ink-soft">
            No delivery has succeeded since <Time at={endpoint.failing_since} long />. Each delivery is tried
            13 times over three days. Open a delivery below to see how your server answered.
          </span>
        ) : null}
      </dd>
      <dt>Events</dt>
      <dd className="flex flex-wrap gap-1.5">
        {events.includes('*')
          ? 'All, including types that are added later'
          : events.map((type) => (
              <Badge key={type} title={type}>
                {eventName(type)}
              </Badge>
            ))}
      </dd>
      <dt>Identities</dt>
      <dd className="min-w-0 break-words">
        {identity_ids === null ? 'The whole workspace' : identity_ids.map(addressOf).join(', ')}
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={created_at} long />
      </dd>
      <dt>ID</dt>
      <dd className="-my-1 flex min-w-0 items-center gap-1">
        <code className="truncate font-mono text-[13px]">{id}</code>
        <CopyButton text={id} subject="the id of the endpoint" compact />
      </dd>
    </dl>
  );
}
