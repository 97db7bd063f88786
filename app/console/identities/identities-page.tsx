'use client';

import { AtSign, EllipsisVertical, Inbox, Pause, Pencil, Play, Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAskedForNew } from '../data/asked.ts';
import { usePages } from '../data/pages.ts';
import { useMay } from '../data/session.tsx';
import { type Identity, useTRPCClient } from '../data/trpc.ts';
import { identityStates, pauseReasons } from '../labels/workspace.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { usePause } from './identity-actions.tsx';
import { IdentityForm } from './identity-form.tsx';
import { identitiesKey, useIdentityRefresh } from './use-identity.ts';

const PAGE = 50;

/** All identities of the workspace with their address, purpose, owner and state. */
export function IdentitiesPage() {
  const client = useTRPCClient();
  const query = usePages<Identity>(identitiesKey, (cursor) =>
    client.identities.list.query({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  const [changed, setChanged] = useState<Identity | null>(null);
  const [isNew, setNew] = useAskedForNew();
  const edited = isNew ? 'new' : changed;
  const setEdited = (next: Identity | 'new' | null) => {
    setNew(next === 'new');
    setChanged(next === 'new' ? null : next);
  };
  const mayWrite = useMay('identities:write');
  return (
    <Page
      title="Identities"
      intro="Each agent has one: an address, a mailbox, and a verifiable name."
      action={
        mayWrite ? (
          <Button tone="primary" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" />
            New identity
          </Button>
        ) : null
      }
    >
      <PagedRows
        query={query}
        keyOf={(identity) => identity.id}
        row={(identity) => <Row identity={identity} edit={mayWrite ? setEdited : null} />}
        empty={<NoIdentity create={mayWrite ? () => setEdited('new') : null} />}
      />
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'New identity' : 'Edit identity'}
      >
        <EditForm edited={edited} close={() => setEdited(null)} />
      </Dialog>
    </Page>
  );
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
        if (edited === 'new') router.push(`/console/identities/${id}`);
      }}
    />
  );
}

function NoIdentity({ create }: { create: (() => void) | null }) {
  return (
    <Empty icon={AtSign} title="There is no identity yet">
      <p>Create an identity to give an agent an address. Its mail appears here and in the API.</p>
      {create ? (
        <Button tone="primary" onClick={create}>
          Create the first identity
        </Button>
      ) : null}
    </Empty>
  );
}

type RowProps = { identity: Identity; edit: ((identity: Identity) => void) | null };

function Row({ identity, edit }: RowProps) {
  const { id, display_name, primary_address, purpose, owner } = identity;
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <Avatar name={display_name} className="size-9" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link href={`/console/identities/${id}`} className="truncate text-sm font-medium hover:underline">
            {display_name}
          </Link>
          <StatusBadge identity={identity} />
          {owner ? null : (
            <Badge tone="warn" title="An identity sends mail once it has an owner.">
              No owner: cannot send
            </Badge>
          )}
        </p>
        <p className="truncate font-mono text-xs text-ink-soft">{primary_address}</p>
        {purpose ? <p className="truncate text-[13px] text-ink-soft">{purpose}</p> : null}
      </div>
      {owner ? (
        <p className="hidden w-40 truncate text-right text-[13px] text-ink-soft sm:block">{owner.name}</p>
      ) : null}
      {edit ? <RowMenu identity={identity} edit={() => edit(identity)} /> : null}
    </div>
  );
}

function StatusBadge({ identity: { status, pause_reason } }: { identity: Identity }) {
  if (status === 'active') return null;
  const { name, tone } = identityStates[status];
  return <Badge tone={tone}>{pause_reason ? pauseReasons[pause_reason] : name}</Badge>;
}

function RowMenu({ identity, edit }: { identity: Identity; edit: () => void }) {
  const router = useRouter();
  const { isPaused, toggle } = usePause(identity);
  if (identity.status !== 'active' && !isPaused) return null;
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${identity.display_name}`}>
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
