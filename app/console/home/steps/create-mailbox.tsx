'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useSession } from '../../data/session.tsx';
import { useTRPC } from '../../data/trpc.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { type Setup, useOverviewRefresh } from '../use-overview.ts';
import { InlineForm } from './inline-form.tsx';

export type SetupMailbox = NonNullable<Setup['mailbox']['result']>;

export function CreateMailbox() {
  const { user, workspace } = useSession();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = useOverviewRefresh();
  const [username, setUsername] = useState('');
  const { mutate, isPending, error } = useMutation(
    trpc.identities.create.mutationOptions({
      onSuccess: () => {
        setUsername('');
        void queryClient.invalidateQueries(trpc.identities.list.queryFilter());
        refresh();
      },
    }),
  );
  const name = username.trim();
  return (
    <InlineForm
      label="Username"
      hint={`Its address begins with ${name || 'username'}.${workspace?.slug}@. As its owner, you are responsible for it.`}
      value={username}
      change={setUsername}
      placeholder="scout"
      isMono
      action="Create"
      isPending={isPending}
      error={error}
      field="username"
      submit={() =>
        mutate({
          tenant_id: workspace?.id ?? '',
          username: name,
          owner: { name: user.name || user.email, email: user.email },
        })
      }
    />
  );
}

export function MailboxResult({ mailbox }: { mailbox: SetupMailbox }) {
  const { identity_id, address } = mailbox;
  if (!address) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-1">
      <Link
        href={`/console/identities/${identity_id}`}
        className="min-w-0 font-mono text-xs break-all text-ink hover:underline"
      >
        {address}
      </Link>
      <CopyButton text={address} subject="the address" compact />
    </p>
  );
}
