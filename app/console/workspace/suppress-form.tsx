'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SuppressionReason } from '#mailbox/suppressions/index.ts';
import { useTRPC } from '../data/trpc.ts';
import { reasonNames, suppressionReasons } from '../labels/suppressions.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useSay } from '../shell/toasts.tsx';

type Props = { tenantId: string; close: () => void; refresh: () => Promise<void> };

/** Suppresses an address by hand. */
export function SuppressForm({ tenantId, close, refresh }: Props) {
  const trpc = useTRPC();
  const say = useSay();
  const [address, setAddress] = useState('');
  const [reason, setReason] = useState<SuppressionReason>('manual');
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useMutation(
    trpc.suppressions.create.mutationOptions({
      onSuccess: () => {
        say.done(`Suppressed ${address.trim()}`);
        close();
        return refresh();
      },
    }),
  );
  const submit = () =>
    mutate({ tenant_id: tenantId, address: address.trim(), reason, note: note.trim() || null });
  return (
    <DialogForm action="Suppress" isPending={isPending} error={error} onSubmit={submit} onCancel={close}>
      <Field label="Address" hint="No identity of this workspace will send to it." path="address">
        {(props) => (
          <input
            {...props}
            data-autofocus
            required
            autoComplete="off"
            spellCheck={false}
            className={inputLook}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <Field label="Reason" path="reason" hint={suppressionReasons[reason].why}>
        {(props) => (
          <select
            {...props}
            className={inputLook}
            value={reason}
            onChange={(event) => setReason(event.target.value as SuppressionReason)}
          >
            {reasonNames.map((each) => (
              <option key={each} value={each}>
                {suppressionReasons[each].name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Note" hint="Explains the entry to other people." path="note">
        {(props) => (
          <input
            {...props}
            className={inputLook}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </DialogForm>
  );
}
