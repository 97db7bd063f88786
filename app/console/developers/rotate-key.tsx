'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, useTRPC } from '../data/trpc.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import type { MadeKey } from './key-form.tsx';
import { overlaps } from './rotate-form.tsx';

type Props = { apiKey: ApiKey; onCancel: () => void; onMade: (key: MadeKey) => void };

/** Gives a key a new secret. The previous one stays valid for a while. */
export function RotateKey({ apiKey, onCancel, onMade }: Props) {
  const trpc = useTRPC();
  const [overlap, setOverlap] = useState(24);
  const { mutate, isPending, error } = useMutation(trpc.keys.rotate.mutationOptions({ onSuccess: onMade }));
  const submit = () => mutate({ key_id: apiKey.key_id, overlap_hours: overlap });
  return (
    <DialogForm
      action="Create new secret"
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p className="text-sm leading-6 text-pretty text-ink-soft">
        <span className="font-medium text-ink">{apiKey.name}</span> keeps its permissions and its reach. While
        both secrets work, you have time to give the new one to your agent.
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
