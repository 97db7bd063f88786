'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../data/trpc.ts';
import { quarantineReason } from '../labels/trust.ts';
import { cn } from '../parts/class-names.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useSay } from '../shell/toasts.tsx';
import { type Needs, useOverviewRefresh } from './use-overview.ts';

type Held = NonNullable<Needs['held']>['items'][number];

/** Releasing lets agents read the message, so the person says why it is safe. */
export function ReleaseForm({ item, close }: { item: Held; close: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useOverviewRefresh();
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation(
    trpc.quarantine.release.mutationOptions({
      onSuccess: () => {
        say.done('Released to the inbox');
        close();
        refresh();
      },
    }),
  );
  const { identity_id, message_id } = item;
  return (
    <DialogForm
      action="Release"
      cancel="Keep it in quarantine"
      isPending={isPending}
      isIncomplete={!reason.trim()}
      error={error}
      onSubmit={() => mutate({ identity_id, message_id, reason: reason.trim() })}
      onCancel={close}
    >
      <p className="text-sm leading-6 text-ink-soft">
        Agents will see “{item.subject || 'No subject'}” at once and may act on it. Why it was quarantined:{' '}
        {quarantineReason(item.reason ?? 'other')}
      </p>
      <Field label="Why is it safe?" hint="Your answer is kept in the audit log with your name.">
        {(props) => (
          <textarea
            {...props}
            data-autofocus
            rows={3}
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className={cn(inputLook, 'h-auto py-2')}
          />
        )}
      </Field>
    </DialogForm>
  );
}
