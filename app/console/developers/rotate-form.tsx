'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, type Webhook, type WebhookWithSecret } from '../data/trpc.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useSay } from '../shell/toasts.tsx';

/** How long the secret before a new one stays valid. */
export const overlaps: [hours: number, name: string][] = [
  [0, 'Stops now'],
  [1, 'For an hour'],
  [24, 'For a day'],
  [168, 'For a week'],
];

type Props = { endpoint: Webhook; onCancel: () => void; onMade: (endpoint: WebhookWithSecret) => void };

/** Gives an endpoint a new secret. The previous one stays valid for a while. */
export function RotateForm({ endpoint, onCancel, onMade }: Props) {
  const trpc = useTRPC();
  const say = useSay();
  const [overlap, setOverlap] = useState(24);
  const { mutate, isPending } = useMutation(
    trpc.webhooks.rotate_secret.mutationOptions({ onError: say.failed, onSuccess: onMade }),
  );
  const submit = () => mutate({ webhook_id: endpoint.id, overlap_hours: overlap });
  return (
    <DialogForm action="Create new secret" isPending={isPending} onSubmit={submit} onCancel={onCancel}>
      <p className="text-sm leading-6 text-pretty text-ink-soft">
        While both secrets are valid, requests carry two signatures. This gives you time to install the new
        secret on your server.
      </p>
      <Field label="How long the current secret stays valid">
        {(props) => (
          <select
            {...props}
            className={inputLook}
            value={overlap}
            onChange={(event) => setOverlap(Number(event.target.value))}
          >
            {overlaps.map(([hours, name]) => (
              <option key={hours} value={hours}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </DialogForm>
  );
}
