'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, Handshake, Pause, Pencil, Play, Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { usePages } from '../data/pages.ts';
import { useTRPC, useTRPCClient } from '../data/trpc.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { useSay } from '../shell/toasts.tsx';
import { type Partner, partnersKey, stateTone, words } from './kinds.ts';
import { PartnerForm } from './partner-form.tsx';

const PAGE = 50;

/** Who may make tenants of their own, how many, and on what terms. */
export function PartnersPage() {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = usePages<Partner>(partnersKey, (cursor) =>
    client.partners.list.query({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  const [edited, setEdited] = useState<Partner | 'new' | null>(null);
  const [suspended, setSuspended] = useState<Partner | null>(null);
  const say = useSay();
  const close = () => setEdited(null);
  return (
    <Page
      title="Partners"
      intro="Integrators. With a partner key each makes and manages tenants of its own, and sees no others."
      action={
        <Button tone="primary" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" />
          New partner
        </Button>
      }
    >
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(partner) => <Row partner={partner} edit={setEdited} suspend={setSuspended} />}
        empty={
          <Empty icon={Handshake} title="There is no partner yet">
            <p>A partner builds on this deployment: it makes tenants for its own customers.</p>
            <Button tone="primary" onClick={() => setEdited('new')}>
              Create the first partner
            </Button>
          </Empty>
        }
      />
      <Dialog
        open={edited !== null}
        onClose={close}
        title={edited === 'new' ? 'New partner' : 'Edit partner'}
      >
        {edited === null ? null : (
          <PartnerForm
            partner={edited === 'new' ? null : edited}
            onCancel={close}
            onDone={() => {
              close();
              say.done(edited === 'new' ? 'Made the partner' : 'Saved');
              void queryClient.invalidateQueries({ queryKey: partnersKey });
            }}
          />
        )}
      </Dialog>
      <Dialog open={suspended !== null} onClose={() => setSuspended(null)} title="Suspend this partner?">
        {suspended ? <Suspend partner={suspended} close={() => setSuspended(null)} /> : null}
      </Dialog>
    </Page>
  );
}

function useStatusChange(close: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  return useMutation(
    trpc.partners.update.mutationOptions({
      onError: say.failed,
      onSuccess: ({ name, status }) =>
        say.done(status === 'suspended' ? `Suspended ${name}` : `Resumed ${name}`),
      onSettled: () => {
        close();
        return queryClient.invalidateQueries({ queryKey: partnersKey });
      },
    }),
  );
}

function Suspend({ partner, close }: { partner: Partner; close: () => void }) {
  const { mutate, isPending } = useStatusChange(close);
  return (
    <Confirm
      action="Suspend"
      keep="Leave it working"
      typed={partner.name}
      isPending={isPending}
      onConfirm={() => mutate({ partner_id: partner.id, status: 'suspended' })}
      onCancel={close}
    >
      Every key of the partner and of its tenants is refused from the next request on. Mail for its tenants is
      still kept. You can resume it.
    </Confirm>
  );
}

type RowProps = { partner: Partner; edit: (partner: Partner) => void; suspend: (partner: Partner) => void };

function Row({ partner, edit, suspend }: RowProps) {
  const { id, name, status, max_tenants, default_billing_mode, ramp_exempt } = partner;
  const { mutate } = useStatusChange(() => {});
  const terms = [`${max_tenants} tenants at most`, default_billing_mode, ...(ramp_exempt ? ['no ramp'] : [])];
  return (
    <div className="flex items-center gap-3 py-3 pr-2 pl-4">
      <Avatar name={name || '–'} className="size-9" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">
          {status === 'deleted' ? (
            <span className="text-ink-soft">Deleted partner</span>
          ) : (
            <Link href={`/console/platform/tenants?partner=${id}`} className="hover:underline">
              {name}
            </Link>
          )}
        </p>
        <p className="truncate text-[13px] text-ink-soft">{terms.join(' · ')}</p>
      </div>
      <Badge tone={stateTone(status)}>{words(status)}</Badge>
      {status === 'deleted' ? null : (
        <Menu
          trigger={
            <IconButton label={`More about ${name}`}>
              <EllipsisVertical />
            </IconButton>
          }
        >
          <MenuItem icon={Pencil} onSelect={() => edit(partner)}>
            Edit
          </MenuItem>
          {status === 'active' ? (
            <MenuItem icon={Pause} danger onSelect={() => suspend(partner)}>
              Suspend…
            </MenuItem>
          ) : (
            <MenuItem icon={Play} onSelect={() => mutate({ partner_id: id, status: 'active' })}>
              Resume
            </MenuItem>
          )}
        </Menu>
      )}
    </div>
  );
}
