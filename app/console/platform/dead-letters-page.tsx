'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MailX, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '../data/pages.ts';
import { useTRPC, useTRPCClient } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { jobLabel } from '../labels/platform.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import type { DeadLetter } from './kinds.ts';

const PAGE = 50;
const REFRESH_MS = 30_000;
const KEY = ['dead-letters'] as const;

/** Jobs that failed on their last attempt. They can be run again or discarded. */
export function DeadLettersPage() {
  const client = useTRPCClient();
  const [status, setStatus] = useState<'open' | 'redriven'>('open');
  const [discarded, setDiscarded] = useState<DeadLetter | null>(null);
  const query = usePages<DeadLetter>(
    [...KEY, status],
    (cursor) => client.platform.list_dead_letters.query({ limit: PAGE, status, ...(cursor && { cursor }) }),
    REFRESH_MS,
  );
  return (
    <Page
      title="Dead letters"
      intro="Jobs that failed on their last attempt. Fix the cause, then run them again."
      action={
        <FilterSelect
          label="State"
          all="Open"
          value={status === 'open' ? '' : status}
          options={[['redriven', 'Run again']]}
          onChange={(value) => setStatus(value === 'redriven' ? 'redriven' : 'open')}
        />
      }
    >
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(item) => <Row item={item} discard={setDiscarded} />}
        empty={
          <Empty icon={MailX} title={status === 'open' ? 'No failed jobs' : 'No job was run again'}>
            <p>
              {status === 'open'
                ? 'Failed jobs are retried automatically. Jobs that fail on their last attempt appear here.'
                : 'Jobs that you run again are listed here.'}
            </p>
          </Empty>
        }
      />
      <Dialog open={discarded !== null} onClose={() => setDiscarded(null)} title="Discard this job?">
        {discarded ? <Discard item={discarded} close={() => setDiscarded(null)} /> : null}
      </Dialog>
    </Page>
  );
}

function Row({ item, discard }: { item: DeadLetter; discard: (item: DeadLetter) => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const { mutate, isPending } = useMutation(
    trpc.platform.redrive_dead_letter.mutationOptions({
      onError: say.failed,
      onSuccess: ({ job }) => say.done(`Running “${jobLabel(job)}” again`),
      onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
    }),
  );
  const { id, job, error, attempts, tenant_id, last_failed_at, status } = item;
  return (
    <article aria-label={job} className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 basis-full truncate text-sm font-medium sm:flex-1 sm:basis-0">
          {jobLabel(job)} <code className="font-mono text-xs text-ink-soft">{job}</code>
        </span>
        <span className="flex-1 text-[13px] text-ink-soft tabular-nums sm:flex-none">
          {counted(attempts, 'attempt')}, the last one <Time at={last_failed_at} />
        </span>
        {status === 'open' ? (
          <span className="flex gap-1">
            <Button size="small" disabled={isPending} onClick={() => mutate({ dlq_id: id })}>
              <RotateCcw aria-hidden="true" />
              Run again
            </Button>
            <IconButton label={`Discard ${job}`} className="size-8" onClick={() => discard(item)}>
              <Trash2 />
            </IconButton>
          </span>
        ) : (
          <Badge tone="good">Run again</Badge>
        )}
      </div>
      <p className="mt-1.5 line-clamp-3 text-[13px] leading-5 break-words text-bad">{error}</p>
      {tenant_id ? <p className="mt-1 font-mono text-xs break-all text-ink-soft">{tenant_id}</p> : null}
    </article>
  );
}

function Discard({ item, close }: { item: DeadLetter; close: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const { mutate, isPending } = useMutation(
    trpc.platform.discard_dead_letter.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`Discarded “${jobLabel(item.job)}”`),
      onSettled: () => {
        close();
        return queryClient.invalidateQueries({ queryKey: KEY });
      },
    }),
  );
  return (
    <Confirm
      action="Discard"
      typed={item.job}
      isPending={isPending}
      onConfirm={() => mutate({ dlq_id: item.id })}
      onCancel={close}
    >
      The job will never be done, and this cannot be undone. The audit log keeps what the job was and why it
      failed.
    </Confirm>
  );
}
