'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Identity, useTRPC } from '../data/trpc.ts';
import { signingKeyStates } from '../labels/identities.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { Section } from './section.tsx';

/** The keys with which the identity proves who it is. */
export function SigningKeys({ identity, mayWrite }: { identity: Identity; mayWrite: boolean }) {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const [revoked, setRevoked] = useState<string | null>(null);
  const { data } = useQuery(trpc.signing.list_keys.queryOptions({ identity_id: identity.id, limit: 20 }));
  const onSettled = () => queryClient.invalidateQueries(trpc.signing.list_keys.queryFilter());
  const create = useMutation(trpc.signing.create_key.mutationOptions({ onError: say.failed, onSettled }));
  const rotate = useMutation(
    trpc.signing.rotate_key.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done('It signs with a new key. The previous key stays valid for a while.'),
      onSettled,
    }),
  );
  const hasActive = data?.data.some(({ status }) => status === 'active') ?? false;
  const input = { identity_id: identity.id };
  return (
    <Section
      title="Signing keys"
      about="With these keys it proves to others that a request or a message comes from it. Private keys never leave the deployment."
      action={
        mayWrite && data ? (
          <Button
            size="small"
            disabled={create.isPending || rotate.isPending}
            onClick={() => (hasActive ? rotate.mutate(input) : create.mutate(input))}
          >
            {hasActive ? 'Replace the key' : 'Create a key'}
          </Button>
        ) : null
      }
    >
      {data ? null : <Skeleton className="h-16" />}
      {data?.data.length === 0 ? (
        <p className="rounded-xl border border-line bg-surface px-4 py-3 text-sm text-ink-soft">
          It has none yet. The first signature creates one.
        </p>
      ) : null}
      {data && data.data.length > 0 ? (
        <Rows
          items={data.data}
          keyOf={({ kid }) => kid}
          row={({ kid, status, created_at }) => (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <code className="min-w-0 truncate font-mono text-[13px]">{kid}</code>
              <Badge tone={signingKeyStates[status].tone}>{signingKeyStates[status].name}</Badge>
              <Time at={created_at} className="ml-auto text-[13px] text-ink-soft" />
              {mayWrite && status !== 'revoked' ? (
                <Button size="small" tone="quiet" onClick={() => setRevoked(kid)}>
                  Revoke…
                </Button>
              ) : null}
            </div>
          )}
        />
      ) : null}
      <Dialog open={revoked !== null} onClose={() => setRevoked(null)} title="Revoke this key?">
        {revoked ? <Revoke identity={identity} kid={revoked} close={() => setRevoked(null)} /> : null}
      </Dialog>
    </Section>
  );
}

function Revoke({ identity, kid, close }: { identity: Identity; kid: string; close: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation(
    trpc.signing.revoke_key.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done('Revoked'),
      onSettled: () => {
        close();
        return queryClient.invalidateQueries(trpc.signing.list_keys.queryFilter());
      },
    }),
  );
  return (
    <Confirm
      action="Revoke"
      isPending={isPending}
      onConfirm={() => mutate({ identity_id: identity.id, kid })}
      onCancel={close}
    >
      Signatures made with it are no longer valid from now on, including earlier ones.
    </Confirm>
  );
}
