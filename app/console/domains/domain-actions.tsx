'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, KeyRound, Plug, RefreshCw, Star, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type Domain, useTRPC } from '../data/trpc.ts';
import { domainState } from '../labels/domains.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Menu, MenuItem, MenuLine } from '../parts/menu.tsx';
import { useSay } from '../shell/toasts.tsx';

/** The actions for a domain. */
export function DomainActions({ domain }: { domain: Domain }) {
  const [isRemoving, setRemoving] = useState(false);
  const check = useCheck(domain);
  const probe = useProbe(domain);
  const change = useChange(domain);
  const close = () => setRemoving(false);
  return (
    <div className="mb-5 flex flex-wrap gap-2">
      <Button size="small" disabled={check.isPending} onClick={check.run}>
        <RefreshCw aria-hidden="true" />
        {check.isPending ? 'Checking…' : domain.status === 'suspended' ? 'Verify again' : 'Check now'}
      </Button>
      {domain.relay ? (
        <Button size="small" disabled={probe.isPending} onClick={probe.run}>
          <Plug aria-hidden="true" />
          {probe.isPending ? 'Connecting…' : 'Test the server'}
        </Button>
      ) : null}
      <Menu
        trigger={
          <IconButton label="More actions for this domain" className="size-8">
            <EllipsisVertical />
          </IconButton>
        }
      >
        <MenuItem
          icon={Star}
          onSelect={() =>
            change(
              { is_default: !domain.is_default },
              domain.is_default ? 'No longer the default' : 'Made the default',
            )
          }
        >
          {domain.is_default ? 'No longer the default' : 'Make it the default'}
        </MenuItem>
        <MenuItem
          icon={KeyRound}
          onSelect={() =>
            change({ rotate_dkim: true }, 'Created a new DKIM key. It is used once its record is found.')
          }
        >
          New DKIM key
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => setRemoving(true)}>
          Remove…
        </MenuItem>
      </Menu>
      <Dialog open={isRemoving} onClose={close} title="Remove this domain?">
        <Remove domain={domain} close={close} />
      </Dialog>
    </div>
  );
}

/** Shows the changed domain at once, and reloads the lists. */
function useShown({ id }: Domain) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return (domain: Domain) => {
    queryClient.setQueryData(trpc.domains.get.queryKey({ domain_id: id }), domain);
    void queryClient.invalidateQueries({ queryKey: ['domains'] });
  };
}

/** Checks the records now. For a suspended domain, starts a new proof of ownership. */
function useCheck(domain: Domain) {
  const trpc = useTRPC();
  const say = useSay();
  const show = useShown(domain);
  const onSuccess = (checked: Domain) => {
    show(checked);
    const needed = checked.records.filter(({ affects_status }) => affects_status);
    const missing = needed.filter(({ status }) => status !== 'present').length;
    if (missing === 0)
      say.done(`All records were found. The domain is ${domainState(checked).name.toLowerCase()}.`);
    else
      say.problem(
        'Not everything was found',
        `${missing} of ${needed.length} records are missing or differ.`,
      );
  };
  const verify = useMutation(trpc.domains.verify.mutationOptions({ onError: say.failed, onSuccess }));
  const reprove = useMutation(trpc.domains.reprove.mutationOptions({ onError: say.failed, onSuccess }));
  const { mutate, isPending } = domain.status === 'suspended' ? reprove : verify;
  return { isPending, run: () => mutate({ domain_id: domain.id }) };
}

function useProbe(domain: Domain) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const { mutate, isPending } = useMutation(
    trpc.domains.probe.mutationOptions({
      onError: say.failed,
      onSuccess: ({ status, ms, detail, stage }) => {
        if (status === 'ok') say.done(`The server answered in ${ms} ms`);
        else say.problem('The server cannot be used', detail ?? stage);
      },
      onSettled: () => queryClient.invalidateQueries(trpc.domains.get.queryFilter({ domain_id: domain.id })),
    }),
  );
  return { isPending, run: () => mutate({ domain_id: domain.id }) };
}

type Change = { is_default?: boolean; rotate_dkim?: true };

function useChange(domain: Domain) {
  const trpc = useTRPC();
  const say = useSay();
  const show = useShown(domain);
  const { mutate } = useMutation(trpc.domains.update.mutationOptions({ onError: say.failed }));
  return (changed: Change, done: string) =>
    mutate(
      { domain_id: domain.id, ...changed },
      {
        onSuccess: (answer) => {
          show(answer);
          say.done(done);
        },
      },
    );
}

function Remove({ domain, close }: { domain: Domain; close: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const say = useSay();
  const { mutate, isPending } = useMutation(
    trpc.domains.delete.mutationOptions({
      onError: (error) => {
        say.failed(error);
        close();
      },
      onSuccess: () => {
        say.done('Removed the domain');
        void queryClient.invalidateQueries({ queryKey: ['domains'] });
        router.push('/console/domains');
      },
    }),
  );
  return (
    <Confirm
      action="Remove"
      typed={domain.domain}
      isPending={isPending}
      onCancel={close}
      onConfirm={() => mutate({ domain_id: domain.id })}
    >
      Mail to addresses of the domain is no longer accepted. Mail that is waiting to be sent goes out first.
      Retire its addresses before you remove it.
    </Confirm>
  );
}
