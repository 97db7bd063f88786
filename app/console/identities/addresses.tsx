'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { EllipsisVertical, Plus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureOf, problemsOf } from '../data/failures.ts';
import { useMay, useSession } from '../data/session.tsx';
import { type Identity, useTRPC } from '../data/trpc.ts';
import { addressRoles, addressStates } from '../labels/identities.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Rows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { Section } from './section.tsx';
import { useIdentityRefresh } from './use-identity.ts';

type Address = Identity['addresses'][number];

/** The addresses at which the identity receives mail. It sends from the primary one. */
export function Addresses({ identity, mayWrite }: { identity: Identity; mayWrite: boolean }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title="Addresses"
      about="It receives mail at all of them and sends from the primary one."
      action={
        mayWrite ? (
          <Button size="small" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            Add an address
          </Button>
        ) : null
      }
    >
      <Rows
        items={identity.addresses}
        keyOf={({ id }) => id}
        row={(address) => <Row identity={identity} address={address} mayWrite={mayWrite} />}
      />
      <Dialog open={isAdding} onClose={() => setAdding(false)} title="Add an address">
        <AddForm identity={identity} close={() => setAdding(false)} />
      </Dialog>
    </Section>
  );
}

type RowProps = { identity: Identity; address: Address; mayWrite: boolean };

function Row({ identity, address, mayWrite }: RowProps) {
  const { role, status, retire_at } = address;
  const isPrimary = role === 'primary';
  return (
    <div className="flex items-center gap-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 py-1">
        <p className="font-mono text-[13px] break-all">{address.address}</p>
        {retire_at && status === 'retiring' ? (
          <p className="text-[13px] text-ink-soft">
            Receives mail until <Time at={retire_at} long />
          </p>
        ) : null}
      </div>
      {isPrimary ? <Badge tone="accent">{addressRoles.primary}</Badge> : null}
      {status === 'active' ? null : (
        <Badge tone={addressStates[status].tone}>{addressStates[status].name}</Badge>
      )}
      {mayWrite && !isPrimary && status !== 'retired' ? (
        <RowMenu identity={identity} address={address} />
      ) : null}
    </div>
  );
}

function RowMenu({ identity, address }: Omit<RowProps, 'mayWrite'>) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useIdentityRefresh();
  const common = { onError: say.failed, onSettled: refresh };
  const promote = useMutation(
    trpc.identities.promote_address.mutationOptions({
      ...common,
      onSuccess: () => say.done(`It sends from ${address.address} now`),
    }),
  );
  const retire = useMutation(
    trpc.identities.retire_address.mutationOptions({
      ...common,
      onSuccess: () => say.done('It receives mail for another 90 days, then it is retired'),
    }),
  );
  const target = { identity_id: identity.id, address_id: address.id };
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${address.address}`}>
          <EllipsisVertical />
        </IconButton>
      }
    >
      {address.status === 'active' ? (
        <MenuItem icon={Star} onSelect={() => promote.mutate(target)}>
          Send from this address
        </MenuItem>
      ) : null}
      {address.status === 'active' ? (
        <MenuItem icon={Trash2} danger onSelect={() => retire.mutate(target)}>
          Retire in 90 days
        </MenuItem>
      ) : null}
    </Menu>
  );
}

const ALL = 100;

function AddForm({ identity, close }: { identity: Identity; close: () => void }) {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const mayDomains = useMay('domains:read');
  const refresh = useIdentityRefresh();
  const [local, setLocal] = useState(identity.username);
  const [domainId, setDomainId] = useState('');
  const { data: domains } = useQuery(
    trpc.domains.list.queryOptions(
      { tenant_id: workspace?.id ?? '', limit: ALL },
      { enabled: workspace !== null && mayDomains },
    ),
  );
  const { mutate, isPending, error } = useMutation(
    trpc.identities.add_address.mutationOptions({
      onSuccess: () => {
        close();
        void refresh();
      },
    }),
  );
  const problem = error ? (problemsOf(failureOf(error)).get('local_part') ?? null) : null;
  return (
    <DialogForm
      action="Add"
      isPending={isPending}
      error={problem ? null : error}
      onCancel={close}
      onSubmit={() =>
        mutate({ identity_id: identity.id, local_part: local.trim(), domain_id: domainId || null })
      }
    >
      <Field label="Before the @" problem={problem}>
        {(props) => (
          <input
            {...props}
            data-autofocus
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={cn(inputLook, 'font-mono')}
            value={local}
            onChange={(event) => setLocal(event.target.value)}
          />
        )}
      </Field>
      <Field label="Domain" hint="Your own domains are added on the page Domains.">
        {(props) => (
          <select
            {...props}
            className={inputLook}
            value={domainId}
            onChange={(event) => setDomainId(event.target.value)}
          >
            <option value="">The platform’s domain</option>
            {(domains?.data ?? []).map(({ id, domain }) => (
              <option key={id} value={id}>
                {domain}
              </option>
            ))}
          </select>
        )}
      </Field>
    </DialogForm>
  );
}
