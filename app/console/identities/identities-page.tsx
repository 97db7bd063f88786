'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AtSign, EllipsisVertical, Inbox, Pause, Pencil, Play, Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { useMay } from '../data/session.tsx';
import { type Identity, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useSay } from '../shell/toasts.tsx';
import { IdentityForm } from './identity-form.tsx';

const PAGE = 50;
const identitiesKey = ['identities'] as const;

/** Every mailbox of the workspace: its address, what it is for, who answers for it, and whether it may send. */
export function IdentitiesPage() {
  const client = useTRPCClient();
  const query = usePages<Identity>(identitiesKey, (cursor) =>
    client.identities.list.query({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  const [edited, setEdited] = useState<Identity | 'new' | null>(useSearchParams().get('new') ? 'new' : null);
  const mayWrite = useMay('identities:write');
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-4xl px-4 py-6 sm:px-8">
        <div className="mb-5 flex items-start justify-between gap-4">
          <div>
            <h1 className="text-lg font-semibold tracking-tight">Identities</h1>
            <p className="mt-1 text-sm leading-6 text-pretty text-ink-soft">
              One for each agent: an address, a mailbox, and a name that it can prove.
            </p>
          </div>
          {mayWrite ? (
            <Button tone="primary" onClick={() => setEdited('new')}>
              <Plus aria-hidden="true" />
              New identity
            </Button>
          ) : null}
        </div>
        <List query={query} edit={mayWrite ? setEdited : null} />
      </div>
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'New identity' : 'Edit identity'}
      >
        <EditForm edited={edited} close={() => setEdited(null)} />
      </Dialog>
    </div>
  );
}

function useIdentityRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: identitiesKey }),
      queryClient.invalidateQueries(trpc.identities.list.queryFilter()),
    ]);
}

function EditForm({ edited, close }: { edited: Identity | 'new' | null; close: () => void }) {
  const router = useRouter();
  const refresh = useIdentityRefresh();
  if (edited === null) return null;
  return (
    <IdentityForm
      identity={edited === 'new' ? null : edited}
      onCancel={close}
      onDone={async ({ id }) => {
        close();
        await refresh();
        if (edited === 'new') router.push(`/console/mail/${id}`);
      }}
    />
  );
}

type ListProps = {
  query: ReturnType<typeof usePages<Identity>>;
  edit: ((identity: Identity | 'new') => void) | null;
};

function List({ query, edit }: ListProps) {
  const { items, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (error && items.length === 0)
    return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-32" />;
  if (items.length === 0) {
    return (
      <Empty icon={AtSign} title="There is no identity yet">
        <p>Give an agent a name, and it has an address at once. Mail to it appears here and over the API.</p>
        {edit ? (
          <Button tone="primary" onClick={() => edit('new')}>
            Create the first identity
          </Button>
        ) : null}
      </Empty>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {items.map((identity) => (
          <li key={identity.id}>
            <Row identity={identity} edit={edit} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

function Row({ identity, edit }: { identity: Identity; edit: ListProps['edit'] }) {
  const { id, display_name, primary_address, purpose, owner } = identity;
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <Avatar name={display_name} className="size-9" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <Link href={`/console/mail/${id}`} className="truncate text-sm font-medium hover:underline">
            {display_name}
          </Link>
          <StatusBadge identity={identity} />
        </p>
        <p className="truncate font-mono text-xs text-ink-soft">{primary_address}</p>
        {purpose ? <p className="truncate text-[13px] text-ink-soft">{purpose}</p> : null}
      </div>
      <p className="hidden w-40 truncate text-right text-[13px] text-ink-soft sm:block">
        {owner ? owner.name : 'No owner: cannot send'}
      </p>
      {edit ? <RowMenu identity={identity} edit={() => edit(identity)} /> : null}
    </div>
  );
}

const pauses = {
  manual: 'Paused by hand',
  abuse_threshold: 'Paused: too many bounces or complaints',
  tenant_suspended: 'Paused with the workspace',
};

function StatusBadge({ identity: { status, pause_reason } }: { identity: Identity }) {
  if (status === 'active') return null;
  if (status === 'paused') return <Badge tone="warn">{pause_reason ? pauses[pause_reason] : 'Paused'}</Badge>;
  return <Badge tone="bad">{status === 'deleting' ? 'Being deleted' : 'Deleted'}</Badge>;
}

function RowMenu({ identity, edit }: { identity: Identity; edit: () => void }) {
  const router = useRouter();
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useIdentityRefresh();
  const { mutate } = useMutation(
    trpc.identities.update.mutationOptions({ onError: say.failed, onSettled: refresh }),
  );
  const set = (status: 'active' | 'paused') => mutate({ identity_id: identity.id, status });
  const isPaused = identity.status === 'paused';
  if (identity.status !== 'active' && !isPaused) return null;
  const toggle = () => {
    set(isPaused ? 'active' : 'paused');
    say.done(isPaused ? 'Resumed' : 'Paused: it receives, but does not send', () =>
      set(isPaused ? 'paused' : 'active'),
    );
  };
  return (
    <Menu
      trigger={
        <IconButton label={`More about ${identity.display_name}`}>
          <EllipsisVertical />
        </IconButton>
      }
    >
      <MenuItem icon={Inbox} onSelect={() => router.push(`/console/mail/${identity.id}`)}>
        Open the mailbox
      </MenuItem>
      <MenuItem icon={Pencil} onSelect={edit}>
        Edit
      </MenuItem>
      <MenuItem icon={isPaused ? Play : Pause} onSelect={toggle}>
        {isPaused ? 'Resume' : 'Pause'}
      </MenuItem>
    </Menu>
  );
}
