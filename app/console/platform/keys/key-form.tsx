'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  apart,
  canHold,
  type Permission,
  permissionCatalogue,
  permissions,
} from '#kernel/catalogue/permissions.ts';
import { failureOf, problemsOf } from '../../data/failures.ts';
import { useSession } from '../../data/session.tsx';
import { useTRPC } from '../../data/trpc.ts';
import type { MadeKey } from '../../developers/key-form.tsx';
import { permissionLabels } from '../../labels/permissions.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Field, inputLook } from '../../parts/field.tsx';
import { type KeyLevel, usePartners } from './use-deployment-keys.ts';

const DAY_MS = 86_400_000;
const lifetimes: [days: number, name: string][] = [
  [90, 'In 90 days'],
  [365, 'In a year'],
  [30, 'In 30 days'],
  [0, 'Never'],
];

/** The preselected permissions of a new key, which suit most programs of its kind. */
const usual: Record<KeyLevel, readonly Permission[]> = {
  platform: ['tenants:manage', 'keys:manage'],
  partner: ['tenants:manage', 'keys:manage', 'usage:read'],
};

type Props = { level: KeyLevel; onCancel: () => void; onMade: (key: MadeKey) => void };

/** The form for a platform or partner key. People can give only permissions that they have themselves. */
export function DeploymentKeyForm({ level: first, onCancel, onMade }: Props) {
  const trpc = useTRPC();
  const partners = usePartners();
  const { permissions: own } = useSession();
  const [level, setLevel] = useState(first);
  const [name, setName] = useState('');
  const [partnerId, setPartnerId] = useState('');
  const [days, setDays] = useState(90);
  const [networks, setNetworks] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set(usual[first]));
  const { mutate, isPending, error } = useMutation(trpc.keys.create.mutationOptions({ onSuccess: onMade }));
  const offered = permissions.filter((each) => canHold(level, each) && own.includes(each));
  const given = offered.filter((each) => chosen.has(each));
  const problem = networkProblem(error);
  const submit = () =>
    mutate({
      name: name.trim(),
      level,
      permissions: given,
      expires_at: days ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
      ...(level === 'partner' && { partner_id: partnerId }),
      ...(networks.trim() && { allowed_cidrs: networks.split(/[\s,]+/).filter(Boolean) }),
    });
  return (
    <DialogForm
      action="Create key"
      isPending={isPending}
      isIncomplete={given.length === 0 || (level === 'partner' && partnerId === '')}
      error={problem ? null : error}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field label="Name" hint="Helps people tell keys apart.">
        {(props) => (
          <input
            {...props}
            data-autofocus
            className={inputLook}
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder="Provisioning, production"
            required
            maxLength={200}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Level"
          value={level}
          options={[
            ['platform', 'The whole deployment'],
            ['partner', 'One partner'],
          ]}
          set={(value) => {
            setLevel(value as KeyLevel);
            setChosen(new Set(usual[value as KeyLevel]));
          }}
        />
        <Select
          label="Expires"
          value={String(days)}
          options={lifetimes.map(([value, label]) => [String(value), label])}
          set={(value) => setDays(Number(value))}
        />
      </div>
      {level === 'partner' ? (
        <Select
          label="Partner"
          value={partnerId}
          options={[
            ['', 'Choose a partner'],
            ...partners.map(({ id, name: label }): [string, string] => [id, label]),
          ]}
          set={setPartnerId}
        />
      ) : null}
      <Field
        label="Only from these networks"
        hint="Addresses or networks such as 203.0.113.0/24, at most 20, separated by commas. Leave it empty to allow all."
        problem={problem}
      >
        {(props) => (
          <input
            {...props}
            className={`${inputLook} font-mono`}
            value={networks}
            onChange={(event) => setNetworks(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Permissions offered={offered} chosen={chosen} change={setChosen} />
    </DialogForm>
  );
}

type SelectProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  set: (value: string) => void;
};

const Select = ({ label, value, options, set }: SelectProps) => (
  <Field label={label}>
    {(props) => (
      <select {...props} className={inputLook} value={value} onChange={(event) => set(event.target.value)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

type PermissionsProps = {
  offered: readonly Permission[];
  chosen: ReadonlySet<Permission>;
  change: (chosen: ReadonlySet<Permission>) => void;
};

function Permissions({ offered, chosen, change }: PermissionsProps) {
  const toggle = (permission: Permission) => {
    const after = new Set(chosen);
    if (!after.delete(permission)) {
      after.add(permission);
      // No key can hold both, so choosing one removes the other.
      if (apart.includes(permission)) for (const each of apart) if (each !== permission) after.delete(each);
    }
    change(after);
  };
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium">Permissions</legend>
      {offered.map((permission) => (
        <label
          key={permission}
          className="-mx-2 flex cursor-pointer items-start gap-2.5 rounded-lg px-2 py-1.5 hover:bg-hover"
        >
          <input
            type="checkbox"
            className="mt-1 size-3.5 accent-accent"
            checked={chosen.has(permission)}
            onChange={() => toggle(permission)}
          />
          <span className="min-w-0 text-sm leading-5">
            {permissionLabels[permission]}{' '}
            <code className="font-mono text-xs text-ink-soft">{permission}</code>
            <span className="block text-[13px] text-ink-soft first-letter:uppercase">
              {permissionCatalogue[permission].allows}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The problem with a network, for its field. */
function networkProblem(error: unknown): string | null {
  if (!error) return null;
  const found = [...problemsOf(failureOf(error))].find(([path]) => path.startsWith('allowed_cidrs'));
  return found?.[1] ?? null;
}
