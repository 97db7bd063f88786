'use client';

import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { typesForTenants } from '#kernel/catalogue/event-types.ts';
import { usePages } from '../data/pages.ts';
import { useQueryState } from '../data/query-state.ts';
import { useRangeStart } from '../data/time-ranges.ts';
import { useTRPCClient, type Webhook, type WebhookDelivery } from '../data/trpc.ts';
import { eventName } from '../labels/events.ts';
import { answerWords, deliveryState, deliveryStates } from '../labels/webhooks.ts';
import { Badge } from '../parts/badge.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { FilterBar, timeFilter } from '../parts/filter-bar.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';

const PAGE = 50;
/** No event reports the end of a delivery, so the page polls. */
const REFRESH_MS = 5_000;
const filterNames = ['status', 'type', 'within'] as const;
const types = ['webhook.test', ...typesForTenants].map((type) => [type, eventName(type)] as const);
type Filter = { status: string; type: string; after: string | undefined };
type Query = Parameters<ReturnType<typeof useTRPCClient>['webhooks']['list_deliveries']['query']>[0];

/** Finished and waiting deliveries to an endpoint, with their results. */
export function WebhookDeliveries({ endpoint }: { endpoint: Webhook }) {
  const state = useQueryState(filterNames);
  const { values, isFiltered, clear } = state;
  const query = useDeliveries(endpoint.id, {
    status: values.status,
    type: values.type,
    after: useRangeStart(values.within),
  });
  const [opened, setOpened] = useState<WebhookDelivery | null>(null);
  return (
    <section aria-labelledby="deliveries">
      <FilterBar
        state={state}
        lead={
          <h2 id="deliveries" className="mr-auto text-[15px] font-semibold">
            Deliveries
          </h2>
        }
        filters={[
          { name: 'status', label: 'State', all: 'All states', options: deliveryStates },
          { name: 'type', label: 'Event type', all: 'All types', options: types },
          timeFilter,
        ]}
      />
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(delivery) => <Row delivery={delivery} open={() => setOpened(delivery)} />}
        empty={isFiltered ? <NoMatch clear={clear} /> : <NoDelivery />}
      />
      <Dialog
        open={opened !== null}
        onClose={() => setOpened(null)}
        title="Delivery"
        className="w-[min(44rem,calc(100vw-2rem))]"
      >
        {opened ? <DeliveryDetail delivery={opened} close={() => setOpened(null)} /> : null}
      </Dialog>
    </section>
  );
}

function useDeliveries(webhookId: string, { status, type, after }: Filter) {
  const client = useTRPCClient();
  const filter = {
    ...(status && { status: status as NonNullable<Query['status']> }),
    ...(type && { event_type: type as NonNullable<Query['event_type']> }),
    ...(after && { after }),
  };
  return usePages<WebhookDelivery>(
    ['webhook-deliveries', webhookId, filter],
    (cursor) =>
      client.webhooks.list_deliveries.query({
        webhook_id: webhookId,
        limit: PAGE,
        ...filter,
        ...(cursor && { cursor }),
      }),
    REFRESH_MS,
  );
}

function Row({ delivery, open }: { delivery: WebhookDelivery; open: () => void }) {
  const { event_type, status, attempt, created_at, next_attempt_at } = delivery;
  const { name, tone } = deliveryState(status);
  return (
    <button
      type="button"
      onClick={open}
      className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover sm:flex-nowrap"
    >
      <span className="w-24 shrink-0">
        <Badge tone={tone}>{name}</Badge>
      </span>
      <span className="min-w-0 truncate text-[13px] sm:w-44 sm:shrink-0" title={event_type}>
        {eventName(event_type)}
      </span>
      <span className="order-last w-full min-w-0 truncate text-[13px] text-ink-soft sm:order-none sm:w-auto sm:flex-1">
        {status === 'failed' && next_attempt_at ? (
          <>
            Next <Time at={next_attempt_at} />:{' '}
          </>
        ) : null}
        {answerWords(delivery)}
        {attempt > 1 ? ` (${attempt} attempts)` : ''}
      </span>
      <Time
        at={created_at}
        className="ml-auto shrink-0 text-xs whitespace-nowrap text-ink-soft tabular-nums sm:w-18 sm:text-right"
      />
    </button>
  );
}

const NoDelivery = () => (
  <Empty icon={Inbox} title="No deliveries yet">
    <p>Send a test, or wait for the next event. Deliveries appear here a moment later.</p>
  </Empty>
);
