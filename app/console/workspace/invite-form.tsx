'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../data/trpc.ts';
import { type GivenRole, givenRoles, roles } from '../labels/roles.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useSay } from '../shell/toasts.tsx';

type Props = { tenantId: string; onCancel: () => void; onDone: () => void };

/** Invites a person by mail. */
export function InviteForm({ tenantId, onCancel, onDone }: Props) {
  const trpc = useTRPC();
  const say = useSay();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('member');
  const { mutate, isPending, error } = useMutation(
    trpc.members.invite.mutationOptions({
      onSuccess: () => {
        say.done(`Invited ${email.trim()}`);
        onDone();
      },
    }),
  );
  const submit = () => mutate({ tenant_id: tenantId, email: email.trim(), role });
  return (
    <DialogForm
      action="Send the invitation"
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field
        label="Email address"
        hint="The invitation is mailed to this address and works for seven days."
        path="email"
      >
        {(props) => (
          <input
            {...props}
            data-autofocus
            type="email"
            className={inputLook}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            required
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1 text-[13px] font-medium">Role</legend>
        {givenRoles.map((each) => (
          <label
            key={each}
            className="-mx-2 flex cursor-pointer items-start gap-2.5 rounded-lg px-2 py-1.5 hover:bg-hover"
          >
            <input
              type="radio"
              name="role"
              className="mt-1 size-3.5 accent-accent"
              checked={role === each}
              onChange={() => setRole(each)}
            />
            <span className="text-sm leading-5">
              {roles[each].name}
              <span className="block text-[13px] text-ink-soft">{roles[each].may}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </DialogForm>
  );
}
