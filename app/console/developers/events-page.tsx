'use client';

import { Pause, Play, Radio } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { eventTypeCatalogue, typesForTenants } from '#kernel/catalogue/event-types.ts';
import { useQueryState } from '../data/query-state.ts';
import { useSession } from '../data/session.tsx';
import { useRangeStart } from '../data/time-ranges.ts';
import type { TenantEvent } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { eventName } from '../labels/events.ts';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { FilterBar, timeFilter } from '../parts/filter-bar.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import type { LiveState } from '../shell/live.tsx';
import { useMailboxes } from '../shell/mailboxes.ts';
import { useShortcuts } from '../shell/shortcuts.tsx';
import { useEventFeed } from './event-feed.ts';
import { eventSummary } from './event-words.ts';

const filterNames = ['type', 'identity', 'within'] as const;
const types = typesForTenants.map((type) => [type, eventName(type)] as const);

/** The events of the workspace, the same that webhooks receive. */
export function EventsPage() {
  const { workspace } = useSession();
  return workspace ? <Events tenantId={workspace.id} /> : null;
}

function Events({ tenantId }: { tenantId: string }) {
  const state = useQueryState(filterNames);
  const { values, isFiltered, clear } = state;
  const { mailboxes } = useMailboxes();
  const after = useRangeStart(values.within);
  const feed = useEventFeed(tenantId, { type: values.type, identityId: values.identity, after });
  const [opened, setOpened] = useState<TenantEvent | null>(null);
  const toggle = () => feed.setPaused(!feed.isPaused);
  useShortcuts({ p: toggle });
  const addressOf = (id: string | null) => mailboxes.find((mailbox) => mailbox.id === id)?.primary_address;
  return (
    <Page
      title="Events"
      intro="The live events of the workspace. Webhooks receive the same events."
      action={
        <Button
          onClick={toggle}
          aria-pressed={feed.isPaused}
          title={feed.isPaused ? 'Resume (p)' : 'Pause (p)'}
        >
          {feed.isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          {feed.isPaused ? 'Resume' : 'Pause'}
        </Button>
      }
    >
      <FilterBar
        state={state}
        lead={<LiveMark state={feed.liveState} isPaused={feed.isPaused} />}
        filters={[
          { name: 'type', label: 'Event type', all: 'All types', options: types },
          {
            name: 'identity',
            label: 'Identity',
            all: 'The whole workspace',
            options: mailboxes.map(({ id, primary_address }) => [id, primary_address] as const),
          },
          timeFilter,
        ]}
      />
      {feed.isPaused && feed.waiting > 0 ? (
        <Button size="small" className="mb-3 w-full text-accent" onClick={toggle}>
          {`Show ${counted(feed.waiting, 'new event')}`}
        </Button>
      ) : null}
      <PagedRows
        query={feed.query}
        keyOf={({ id }) => id}
        row={(event) => (
          <Row event={event} address={addressOf(event.identity_id)} open={() => setOpened(event)} />
        )}
        empty={isFiltered ? <NoMatch clear={clear} /> : <NoEvent />}
      />
      <Dialog
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? eventName(opened.type) : ''}
        className="w-[min(44rem,calc(100vw-2rem))]"
      >
        {opened ? <Payload event={opened} /> : null}
      </Dialog>
    </Page>
  );
}

const liveLabels: Record<LiveState, string> = {
  open: 'Live',
  connecting: 'Connecting…',
  off: 'Not live',
};

function LiveMark({ state, isPaused }: { state: LiveState; isPaused: boolean }) {
  const isLive = state === 'open' && !isPaused;
  return (
    <p role="status" className="mr-auto flex items-center gap-2 text-[13px] text-ink-soft">
      <span
        aria-hidden="true"
        className={cn(
          'size-2 rounded-full',
          isLive ? 'bg-good' : 'bg-line-strong',
          state === 'connecting' && 'pulse',
        )}
      />
      {isPaused ? 'Paused' : liveLabels[state]}
    </p>
  );
}

type RowProps = { event: TenantEvent; address: string | undefined; open: () => void };

function Row({ event, address, open }: RowProps) {
  const summary = eventSummary(event);
  return (
    <button
      type="button"
      onClick={open}
      className="flex w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover"
    >
      <span className="flex min-w-0 flex-1 flex-col gap-x-3 sm:flex-row sm:items-baseline">
        <span className="shrink-0 truncate text-[13px] font-medium sm:w-48" title={event.type}>
          {eventName(event.type)}
        </span>
        <span className="min-w-0 flex-1 truncate text-[13px]">{summary}</span>
        <span className="min-w-0 truncate text-[13px] text-ink-soft sm:max-w-48">{address}</span>
      </span>
      <Time
        at={event.occurred_at}
        seconds
        className="shrink-0 text-xs whitespace-nowrap text-ink-soft tabular-nums"
      />
    </button>
  );
}

function Payload({ event }: { event: TenantEvent }) {
  const when = eventTypeCatalogue[event.type as keyof typeof eventTypeCatalogue]?.when;
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 pb-5">
      <p className="text-sm text-ink-soft">
        <Time at={event.occurred_at} long />
        {when ? `: sent when ${when}.` : null} <code className="font-mono text-[13px]">{event.type}</code>
      </p>
      <CodeBlock
        caption={event.id}
        snippet={JSON.stringify(event, null, 2)}
        subject="the payload"
        language="json"
        className="max-h-[28rem]"
      />
    </div>
  );
}

const NoEvent = () => (
  <Empty icon={Radio} title="No events yet">
    <p>
      Send mail to one of your identities, or let an agent send, and the events appear here. To post events to
      your server,{' '}
      <Link href="/console/developers/webhooks" className="prose-link">
        add a webhook
      </Link>
      .
    </p>
  </Empty>
);
