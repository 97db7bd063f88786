'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { failureOf } from '../data/failures.ts';
import { useMay } from '../data/session.tsx';
import { useTRPC, type WebhookDelivery } from '../data/trpc.ts';
import { eventName } from '../labels/events.ts';
import { deliveryState } from '../labels/webhooks.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { DetailLine, DetailLines } from '../parts/detail-lines.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { replayResult } from './replay-form.tsx';
import { useWebhookRefresh } from './webhook-actions.tsx';

const REFRESH_MS = 5_000;

/** The current state of one delivery, its last response and its payload. */
export function DeliveryDetail({ delivery, close }: { delivery: WebhookDelivery; close: () => void }) {
  const trpc = useTRPC();
  const { data, error } = useQuery(
    trpc.webhooks.get_delivery.queryOptions(
      { webhook_id: delivery.webhook_id, delivery_id: delivery.id },
      { refetchInterval: ({ state }) => (state.data?.completed_at ? false : REFRESH_MS) },
    ),
  );
  const mayManage = useMay('webhooks:manage');
  const now = data ?? delivery;
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pb-5">
      <State delivery={now} />
      {error && !data ? (
        <p role="alert" className="text-[13px] text-bad">
          {failureOf(error).message}
        </p>
      ) : null}
      {!data && !error ? <Skeleton className="h-48" /> : null}
      {data?.payload ? (
        <CodeBlock
          caption="Payload"
          snippet={JSON.stringify(data.payload, null, 2)}
          subject="the payload"
          language="json"
          className="max-h-80"
        />
      ) : null}
      {data?.payload === null ? (
        <p className="text-sm text-ink-soft">The event is no longer kept, so its payload is not available.</p>
      ) : null}
      {mayManage && data?.payload && now.event_type !== 'webhook.test' ? (
        <Replay delivery={now} close={close} />
      ) : null}
    </div>
  );
}

function State({ delivery }: { delivery: WebhookDelivery }) {
  const { status, attempt, response_status, duration_ms, error, next_attempt_at, completed_at } = delivery;
  const { name, tone, meaning } = deliveryState(status);
  return (
    <DetailLines>
      <DetailLine name="State">
        <Badge tone={tone}>{name}</Badge> <span className="text-ink-soft">{meaning}</span>
      </DetailLine>
      <DetailLine name="Event">
        {eventName(delivery.event_type)}{' '}
        <code className="font-mono text-[13px] text-ink-soft">{delivery.event_type}</code>{' '}
        <code className="font-mono text-xs break-all text-ink-soft select-all">{delivery.event_id}</code>
      </DetailLine>
      <DetailLine name="Queued">
        <Time at={delivery.created_at} long />
      </DetailLine>
      <DetailLine name="Attempts">{attempt}</DetailLine>
      {response_status === null ? null : <DetailLine name="Response">HTTP {response_status}</DetailLine>}
      {error ? <DetailLine name="Error">{error}</DetailLine> : null}
      {duration_ms === null ? null : <DetailLine name="Duration">{duration_ms} ms</DetailLine>}
      {next_attempt_at && status === 'failed' ? (
        <DetailLine name="Next attempt">
          <Time at={next_attempt_at} long />
        </DetailLine>
      ) : null}
      {completed_at ? (
        <DetailLine name="Completed">
          <Time at={completed_at} long />
        </DetailLine>
      ) : null}
    </DetailLines>
  );
}

function Replay({ delivery, close }: { delivery: WebhookDelivery; close: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useWebhookRefresh();
  const { mutate, isPending } = useMutation(
    trpc.webhooks.replay.mutationOptions({
      onError: say.failed,
      onSuccess: ({ queued }) => {
        say.done(replayResult(queued));
        close();
      },
      onSettled: refresh,
    }),
  );
  return (
    <div className="flex justify-end">
      <Button
        disabled={isPending}
        onClick={() => mutate({ webhook_id: delivery.webhook_id, event_ids: [delivery.event_id] })}
      >
        <RotateCcw aria-hidden="true" />
        Deliver again
      </Button>
    </div>
  );
}
