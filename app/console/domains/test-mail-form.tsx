'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../data/session.tsx';
import { type Domain, useTRPC } from '../data/trpc.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';

type Props = { domain: Domain; onCancel: () => void; onSent: () => void };

/** Sends a test mail to an address of the person's choice. */
export function TestMailForm({ domain, onCancel, onSent }: Props) {
  const trpc = useTRPC();
  const { user } = useSession();
  const [to, setTo] = useState(user.email);
  const { mutate, isPending, error } = useMutation(
    trpc.domains.send_test_mail.mutationOptions({ onSuccess: onSent }),
  );
  return (
    <DialogForm
      action="Send"
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ domain_id: domain.id, to: to.trim() })}
      onCancel={onCancel}
    >
      <Field
        label="To"
        hint="The address with which you sign in, or one of an identity of this workspace."
        path="to"
      >
        {(props) => (
          <input
            {...props}
            data-autofocus
            type="email"
            className={inputLook}
            value={to}
            onChange={(event) => setTo(event.target.value)}
            required
            maxLength={254}
          />
        )}
      </Field>
    </DialogForm>
  );
}
