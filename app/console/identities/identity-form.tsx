'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../data/session.tsx';
import { type Identity, useTRPCClient } from '../data/trpc.ts';
import { cn } from '../parts/class-names.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';

type Values = {
  username: string;
  display_name: string;
  purpose: string;
  ownerName: string;
  ownerEmail: string;
  signature: string;
};

/** The API path of each field, for its problems. */
const paths: Record<keyof Values, string> = {
  username: 'username',
  display_name: 'display_name',
  purpose: 'purpose',
  ownerName: 'owner.name',
  ownerEmail: 'owner.email',
  signature: 'signature',
};

type IdentityFormProps = {
  /** Null creates a new one. */
  identity: Identity | null;
  onDone: (identity: Identity) => void;
  onCancel: () => void;
};

/** Creates or changes an identity. The signed-in person is suggested as the owner of a new one. */
export function IdentityForm({ identity, onDone, onCancel }: IdentityFormProps) {
  const { user, workspace } = useSession();
  const client = useTRPCClient();
  const [values, setValues] = useState<Values>({
    username: identity?.username ?? '',
    display_name: identity?.display_name ?? '',
    purpose: identity?.purpose ?? '',
    ownerName: identity ? (identity.owner?.name ?? '') : user.name || user.email,
    ownerEmail: identity ? (identity.owner?.email ?? '') : user.email,
    signature: identity?.signature?.text ?? '',
  });
  const save = useMutation({
    mutationFn: () =>
      identity ? update(client, identity, values) : create(client, workspace?.id ?? '', values),
    onSuccess: onDone,
  });
  const first: keyof Values = identity ? 'display_name' : 'username';
  const input = (name: keyof Values, label: string, hint?: string, type = 'text') => (
    <Field label={label} hint={hint} path={paths[name]}>
      {(props) => (
        <input
          {...props}
          type={type}
          value={values[name]}
          autoComplete="off"
          data-autofocus={name === first ? true : undefined}
          required={name === 'username'}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          className={cn(inputLook, name === 'username' && 'font-mono')}
        />
      )}
    </Field>
  );
  return (
    <DialogForm
      action={identity ? 'Save' : 'Create'}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onCancel={onCancel}
    >
      {identity
        ? null
        : input(
            'username',
            'Username',
            `Its address begins with ${values.username.trim() || 'username'}.${workspace?.slug ?? 'workspace'}@ and cannot be changed later.`,
          )}
      {input('display_name', 'Display name', 'The name in the From line of its mail.')}
      {input('purpose', 'Purpose', 'What the agent is for, in one line.')}
      <div className="grid gap-4 sm:grid-cols-2">
        {input(
          'ownerName',
          'Owner',
          'The person who is responsible for it. It cannot send without an owner.',
        )}
        {input('ownerEmail', 'Owner’s email', undefined, 'email')}
      </div>
      <Field label="Signature" path="signature" hint="Added to every message that it sends.">
        {(props) => (
          <textarea
            {...props}
            rows={3}
            value={values.signature}
            onChange={(event) => setValues({ ...values, signature: event.target.value })}
            className={cn(inputLook, 'h-auto py-2')}
          />
        )}
      </Field>
    </DialogForm>
  );
}

type Client = ReturnType<typeof useTRPCClient>;

const create = (client: Client, tenant_id: string, values: Values) =>
  client.identities.create.mutate({ tenant_id, username: values.username.trim(), ...commonOf(values, null) });

const update = (client: Client, identity: Identity, values: Values) =>
  client.identities.update.mutate({ identity_id: identity.id, ...commonOf(values, identity) });

function commonOf(values: Values, identity: Identity | null) {
  const name = values.ownerName.trim();
  const email = values.ownerEmail.trim();
  const display_name = values.display_name.trim();
  return {
    ...(display_name && { display_name }),
    purpose: values.purpose.trim(),
    owner: name || email ? { name: name || email, email } : null,
    signature: values.signature.trim()
      ? { text: values.signature, html: identity?.signature?.html ?? null }
      : null,
  };
}
