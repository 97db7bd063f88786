'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CreditCard, EllipsisVertical, Handshake, Pause, Pencil, Play, Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAskedForNew } from '../data/asked.ts';
import { usePages } from '../data/pages.ts';
import { useTRPC, useTRPCClient } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { partnerBilling, partnerStates } from '../labels/workspace.ts';
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
import { type Partner, partnersKey } from './kinds.ts';
import { PartnerForm } from './partner-form.tsx';

const PAGE = 50;

/** The partners, who may create their own tenants, with their limits and terms. */
export function PartnersPage() {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = usePages<Partner>(partnersKey, (cursor) =>
    client.partners.list.query({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  const [changed, setChanged] = useState<Partner | null>(null);
  const [isNew, setNew] = useAskedForNew();
  const edited = isNew ? 'new' : changed;
  const setEdited = (next: Partner | 'new' | null) => {
    setNew(next === 'new');
    setChanged(next === 'new' ? null : next);
  };
  const [suspended, setSuspended] = useState<Partner | null>(null);
  const say = useSay();
  const close = () => setEdited(null);
  return (
    <Page
      title="Partners"
      intro="Partners build on this deployment. With a partner key, each creates and manages its own tenants and sees no others."
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
            <p>A partner builds on this deployment and creates tenants for its own customers.</p>
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
              say.done(edited === 'new' ? 'Created the partner' : 'Saved');
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
      keep="Keep it active"
      typed={partner.name}
      isPending={isPending}
      onConfirm={() => mutate({ partner_id: partner.id, status: 'suspended' })}
      onCancel={close}
    >
      All keys of the partner and its tenants stop working at once. Its tenants still receive mail. You can
      resume the partner later.
    </Confirm>
  );
}

type RowProps = { partner: Partner; edit: (partner: Partner) => void; suspend: (partner: Partner) => void };

function Row({ partner, edit, suspend }: RowProps) {
  const { id, name, status, max_tenants, default_billing_mode, ramp_exempt } = partner;
  const { mutate } = useStatusChange(() => {});
  const router = useRouter();
  const terms = [
    `Up to ${counted(max_tenants, 'tenant')}`,
    partnerBilling[default_billing_mode],
    ...(ramp_exempt ? ['No sending ramp'] : []),
  ];
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
      <Badge tone={partnerStates[status].tone}>{partnerStates[status].name}</Badge>
      {status === 'deleted' ? null : (
        <Menu
          trigger={
            <IconButton label={`Actions for ${name}`}>
              <EllipsisVertical />
            </IconButton>
          }
        >
          <MenuItem icon={CreditCard} onSelect={() => router.push(`/console/platform/billing?partner=${id}`)}>
            Plans and usage
          </MenuItem>
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
