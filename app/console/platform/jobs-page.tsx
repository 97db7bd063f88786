'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListChecks, Play } from 'lucide-react';
import { useEffect } from 'react';
import { usePages } from '../data/pages.ts';
import { useTRPC, useTRPCClient } from '../data/trpc.ts';
import { numberWords } from '../labels/counted.ts';
import { maintenanceLabels, maintenanceStates } from '../labels/platform.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import type { Job } from './kinds.ts';

const PAGE = 30;
/** Every request is written to the audit log, so the page polls frequently only while a job runs. */
const WATCH_MS = 2_000;
const REFRESH_MS = 60_000;
const KEY = ['jobs'] as const;

const isActive = ({ status }: Job): boolean => status === 'queued' || status === 'running';

/** The maintenance jobs of the deployment, with their progress and a menu to start them. */
export function JobsPage({ names }: { names: readonly Job['name'][] }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = usePages<Job>(
    KEY,
    (cursor) => client.platform.list_jobs.query({ limit: PAGE, ...(cursor && { cursor }) }),
    REFRESH_MS,
  );
  useWatch(query.items.some(isActive), query.refetch);
  return (
    <Page
      title="Jobs"
      intro="Maintenance of the whole deployment. Most jobs run automatically each night. You can start any of them at any time."
      action={<StartMenu names={names} onStarted={() => queryClient.invalidateQueries({ queryKey: KEY })} />}
    >
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(job) => <Row job={job} />}
        empty={
          <Empty icon={ListChecks} title="No job has run yet">
            <p>The first jobs run tonight. You can also start one now.</p>
          </Empty>
        }
      />
    </Page>
  );
}

/** Reloads often while a job runs. */
function useWatch(isOn: boolean, reload: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => void reload(), WATCH_MS);
    return () => clearInterval(timer);
  }, [isOn, reload]);
}

function StartMenu({ names, onStarted }: { names: readonly Job['name'][]; onStarted: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const { mutate, isPending } = useMutation(
    trpc.platform.create_job.mutationOptions({
      onError: say.failed,
      onSuccess: ({ name }) => say.done(`Started: ${maintenanceLabels[name]}`),
      onSettled: onStarted,
    }),
  );
  return (
    <Menu
      trigger={
        <Button tone="primary" disabled={isPending}>
          <Play aria-hidden="true" />
          Start…
        </Button>
      }
    >
      {names.map((name) => (
        <MenuItem key={name} onSelect={() => mutate({ name })}>
          {maintenanceLabels[name]}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Row({ job }: { job: Job }) {
  const { name, status, progress, error, created_at, started_at, completed_at } = job;
  return (
    <article aria-label={maintenanceLabels[name]} className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{maintenanceLabels[name]}</span>
        <span className="text-[13px] text-ink-soft tabular-nums">
          {completed_at && started_at ? `${durationWords(started_at, completed_at)}, ` : null}
          <Time at={completed_at ?? started_at ?? created_at} />
        </span>
        <Badge tone={maintenanceStates[status].tone}>{maintenanceStates[status].name}</Badge>
      </div>
      {isActive(job) ? <Progress name={maintenanceLabels[name]} {...progress} /> : null}
      {error ? <p className="mt-1.5 text-[13px] leading-5 break-words text-bad">{error}</p> : null}
    </article>
  );
}

function Progress({ name, done, total }: { name: string; done: number; total: number }) {
  const isKnown = total > 0;
  return (
    <div className="mt-2 flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={`Progress of ${name}`}
        aria-valuemin={0}
        {...(isKnown && { 'aria-valuenow': done, 'aria-valuemax': total })}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: isKnown ? `${Math.min(100, (done / total) * 100)}%` : 0 }}
        />
      </div>
      <span className="text-xs text-ink-soft tabular-nums">
        {isKnown ? `${numberWords(done)} of ${numberWords(total)}` : 'Counting…'}
      </span>
    </div>
  );
}

function durationWords(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.round(seconds / 60)} min`;
}
