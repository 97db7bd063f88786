'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPCClient } from '../data/trpc.ts';
import { tenantModes } from '../labels/workspace.ts';
import { cn } from '../parts/class-names.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import type { Tenant } from './kinds.ts';

const blank = { name: '', slug: '', mode: 'live', timezone: '', ownerName: '', ownerEmail: '' };
type Values = typeof blank;

/** The API path of each field, for its problems. */
const paths: Record<keyof Values, string> = {
  name: 'name',
  slug: 'slug',
  mode: 'mode',
  timezone: 'timezone',
  ownerName: 'owner.name',
  ownerEmail: 'owner.email',
};

type Props = { onDone: (tenant: Tenant) => void; onCancel: () => void };

/** Creates a workspace for a customer. Its owner gets a sign-in link by mail. */
export function TenantForm({ onDone, onCancel }: Props) {
  const client = useTRPCClient();
  const [values, setValues] = useState<Values>({
    ...blank,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const make = useMutation({
    mutationFn: () => client.tenants.create.mutate(inputOf(values)),
    onSuccess: onDone,
  });
  const change = (name: keyof Values) => (value: string) => setValues({ ...values, [name]: value });
  const text = (name: keyof Values, label: string, hint?: string, type = 'text') => (
    <Field label={label} hint={hint} path={paths[name]}>
      {(props) => (
        <input
          {...props}
          type={type}
          required={name === 'name' || name === 'slug'}
          autoComplete="off"
          data-autofocus={name === 'name' ? true : undefined}
          value={values[name]}
          onChange={(event) => change(name)(event.target.value)}
          className={cn(inputLook, name === 'slug' && 'font-mono')}
        />
      )}
    </Field>
  );
  return (
    <DialogForm
      action="Create"
      isPending={make.isPending}
      error={make.error}
      onSubmit={() => make.mutate()}
      onCancel={onCancel}
    >
      {text('name', 'Name')}
      {text(
        'slug',
        'Short name',
        `Part of its addresses: agent.${values.slug.trim() || 'short-name'}@… It cannot be changed later.`,
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Mode" path="mode" hint="A test tenant never sends real mail.">
          {(props) => (
            <select
              {...props}
              className={inputLook}
              value={values.mode}
              onChange={(event) => change('mode')(event.target.value)}
            >
              <option value="live">{tenantModes.live}</option>
              <option value="test">{tenantModes.test}</option>
            </select>
          )}
        </Field>
        {text('timezone', 'Time zone', 'Daily limits start again at midnight in this time zone.')}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('ownerName', 'Owner’s name', 'Leave both empty if nobody will sign in to this tenant.')}
        {text('ownerEmail', 'Owner’s email', undefined, 'email')}
      </div>
    </DialogForm>
  );
}

function inputOf({ name, slug, mode, timezone, ownerName, ownerEmail }: Values) {
  const email = ownerEmail.trim();
  return {
    name: name.trim(),
    slug: slug.trim(),
    mode: mode === 'test' ? ('test' as const) : ('live' as const),
    ...(timezone.trim() && { timezone: timezone.trim() }),
    ...(email && { owner: { email, name: ownerName.trim() || email } }),
  };
}
