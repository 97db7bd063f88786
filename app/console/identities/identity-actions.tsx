'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useMay } from '../data/session.tsx';
import { type Identity, useTRPC } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useSay } from '../shell/toasts.tsx';
import { Section } from './section.tsx';
import { useIdentityRefresh } from './use-identity.ts';

/** Pauses or resumes; the message offers to undo it. */
export function usePause(identity: Identity) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useIdentityRefresh();
  const { mutate, isPending } = useMutation(
    trpc.identities.update.mutationOptions({ onError: say.failed, onSettled: refresh }),
  );
  const isPaused = identity.status === 'paused';
  const set = (status: 'active' | 'paused') => mutate({ identity_id: identity.id, status });
  const toggle = () => {
    set(isPaused ? 'active' : 'paused');
    say.done(isPaused ? 'Resumed' : 'Paused. It receives mail but does not send.', () =>
      set(isPaused ? 'paused' : 'active'),
    );
  };
  return { isPaused, isPending, toggle };
}

export function PauseButton({ identity }: { identity: Identity }) {
  const { isPaused, isPending, toggle } = usePause(identity);
  const Icon = isPaused ? Play : Pause;
  return (
    <Button size="small" disabled={isPending} onClick={toggle}>
      <Icon aria-hidden="true" />
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  );
}

/** Deleting erases the mail, so it needs both permissions and the name. */
export function DeleteIdentity({ identity }: { identity: Identity }) {
  const mayDelete = [useMay('identities:write'), useMay('erasure:manage')].every(Boolean);
  const [asks, setAsks] = useState(false);
  if (!mayDelete) return null;
  return (
    <Section
      title="Delete this identity"
      about="Its mail is erased, its keys are revoked, and its addresses are never given to another identity."
      action={
        <Button size="small" onClick={() => setAsks(true)}>
          <Trash2 aria-hidden="true" />
          Delete…
        </Button>
      }
    >
      <Dialog open={asks} onClose={() => setAsks(false)} title="Delete this identity?">
        <Question identity={identity} close={() => setAsks(false)} />
      </Dialog>
    </Section>
  );
}

function Question({ identity, close }: { identity: Identity; close: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const router = useRouter();
  const queryClient = useQueryClient();
  const refresh = useIdentityRefresh();
  const { mutate, isPending } = useMutation(
    trpc.identities.delete.mutationOptions({
      onError: (error) => {
        say.failed(error);
        close();
      },
      onSuccess: () => {
        say.done('It is being deleted. The page Privacy shows the progress.');
        void queryClient.invalidateQueries(trpc.erasures.list.queryFilter());
        void refresh();
        router.push('/console/privacy');
      },
    }),
  );
  return (
    <Confirm
      action="Delete it and its mail"
      typed={identity.username}
      isPending={isPending}
      onConfirm={() => mutate({ identity_id: identity.id })}
      onCancel={close}
    >
      All mail of {identity.primary_address} is erased and cannot be brought back. Mail under a legal hold
      stays until the hold is released.
    </Confirm>
  );
}
