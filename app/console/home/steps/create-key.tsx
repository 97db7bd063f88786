'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../data/session.tsx';
import { useTRPC } from '../../data/trpc.ts';
import { agentPermissions, offeredGroups } from '../../developers/permission-groups.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { type Setup, useOverviewRefresh } from '../use-overview.ts';
import type { SetupMailbox } from './create-mailbox.tsx';
import { InlineForm } from './inline-form.tsx';

type Made = NonNullable<NonNullable<Setup['key']>['result']>;
type Props = { mailbox: SetupMailbox | null; keepSecret: (secret: string) => void };

/** Creates a key for the one mailbox. The secret stays on the page until the person leaves it. */
export function CreateKey({ mailbox, keepSecret }: Props) {
  const trpc = useTRPC();
  const { permissions: own } = useSession();
  const refresh = useOverviewRefresh();
  const [name, setName] = useState('My agent');
  const { mutate, isPending, error } = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: ({ secret }) => {
        if (secret) keepSecret(secret);
        refresh();
      },
    }),
  );
  if (!mailbox) return <p className="text-[13px]">Create a mailbox first.</p>;
  const offered = offeredGroups('identity', own).flatMap((group) =>
    group.permissions.map(({ permission }) => permission),
  );
  return (
    <InlineForm
      label="Name of the key"
      value={name}
      change={setName}
      action="Create key"
      isPending={isPending}
      error={error}
      field="name"
      submit={() =>
        mutate({
          name: name.trim(),
          level: 'identity',
          identity_id: mailbox.identity_id,
          permissions: agentPermissions.filter((permission) => offered.includes(permission)),
        })
      }
    />
  );
}

export function KeyResult({ made, secret }: { made: Made; secret: string | null }) {
  return (
    <div className="space-y-2">
      <p>
        {made.name}
        {made.prefix ? <span className="ml-2 font-mono text-xs">{made.prefix}…</span> : null}
      </p>
      {secret ? (
        <>
          <CodeBlock caption="Secret" snippet={secret} subject="the secret" />
          <p>It is shown only until you leave this page. Store it where your agent keeps its secrets.</p>
        </>
      ) : null}
    </div>
  );
}
