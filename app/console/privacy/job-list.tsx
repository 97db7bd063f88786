'use client';

import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAskedForNew } from '../data/asked.ts';
import { usePages } from '../data/pages.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { PagedRows } from '../parts/rows.tsx';

type Job = { id: string; status: string };

/** Whether the job is still queued or running. */
export const isOpen = ({ status }: Job): boolean => status === 'queued' || status === 'running';

const WATCH_MS = 2_000;
const REFRESH_MS = 60_000;

type Props<Item> = {
  listKey: readonly string[];
  fetchPage: (cursor?: string) => Promise<{ data: Item[]; next_cursor: string | null }>;
  row: (item: Item) => ReactNode;
  icon: LucideIcon;
  /** One or two sentences on what such a job does. */
  about: string;
  /** The button that begins one, and the title of its form. */
  action: string;
  title: string;
  form: (close: () => void) => ReactNode;
  empty: { title: string; text: string };
};

/** Long-running jobs, newest first, with the form to start one. The list polls while a job is open. */
export function JobList<Item extends Job>({
  listKey,
  fetchPage,
  row,
  icon: Icon,
  about,
  action,
  title,
  form,
  empty,
}: Props<Item>) {
  const [asks, setAsks] = useAskedForNew();
  const [isBusy, setBusy] = useState(false);
  const close = () => setAsks(false);
  const query = usePages<Item>(
    listKey,
    async (cursor) => {
      const page = await fetchPage(cursor);
      if (!cursor) setBusy(page.data.some(isOpen));
      return page;
    },
    isBusy ? WATCH_MS : REFRESH_MS,
  );
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-4">
        <p className="text-[13px] leading-5 text-pretty text-ink-soft">{about}</p>
        <Button tone="primary" onClick={() => setAsks(true)}>
          <Icon aria-hidden="true" />
          {action}
        </Button>
      </div>
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={row}
        empty={
          <Empty icon={Icon} title={empty.title}>
            <p>{empty.text}</p>
          </Empty>
        }
      />
      <Dialog open={asks} onClose={close} title={title}>
        {form(close)}
      </Dialog>
    </>
  );
}
