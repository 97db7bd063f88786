'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ToolGroup } from '#kernel/catalogue/mcp-tools.ts';
import type { Permission } from '#kernel/catalogue/permissions.ts';
import { useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useMailboxes } from '../shell/mailboxes.ts';
import { agentPermissions, offeredGroups } from './permission-groups.ts';

export type MadeKey = { name: string; secret?: string | undefined; identity_id: string | null };

const lifetimes: [days: number, name: string][] = [
  [0, 'Never'],
  [30, 'In 30 days'],
  [90, 'In 90 days'],
  [365, 'In a year'],
];
/** Common sets of tools for agents; other sets can be chosen over the API. */
const toolsets: [words: readonly ToolGroup[], name: string][] = [
  [[], 'All that its permissions allow'],
  [['read'], 'Only reading'],
  [['read', 'organise'], 'Reading and organising'],
  [['read', 'send'], 'Reading and sending'],
];
const DAY_MS = 86_400_000;

/** The form for a new key: its reach, its permissions and its lifetime. */
export function KeyForm({ onCancel, onMade }: { onCancel: () => void; onMade: (key: MadeKey) => void }) {
  const trpc = useTRPC();
  const { mailboxes } = useMailboxes();
  const [name, setName] = useState('');
  const [identityId, setIdentityId] = useState('');
  const [days, setDays] = useState(0);
  const [toolset, setToolset] = useState(0);
  const [networks, setNetworks] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set(agentPermissions));
  const { mutate, isPending, error } = useMutation(trpc.keys.create.mutationOptions({ onSuccess: onMade }));
  const level = identityId ? 'identity' : 'tenant';
  const groups = offeredGroups(level, useSession().permissions);
  const permissions = groups.flatMap((group) =>
    group.permissions.flatMap(({ permission }) => (chosen.has(permission) ? [permission] : [])),
  );
  const toggle = (permission: Permission) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(permission)) after.add(permission);
      return after;
    });
  const submit = () => {
    const expires_at = days ? new Date(Date.now() + days * DAY_MS).toISOString() : null;
    const tools = [...(toolsets[toolset]?.[0] ?? [])];
    mutate({
      name: name.trim(),
      level,
      permissions,
      expires_at,
      ...(networks.trim() && { allowed_cidrs: networks.split(/[\s,]+/).filter(Boolean) }),
      ...(identityId && { identity_id: identityId }),
      ...(tools.length > 0 && { tools }),
    });
  };
  return (
    <DialogForm
      action="Create key"
      isPending={isPending}
      isIncomplete={permissions.length === 0}
      error={error}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field label="Name" path="name" hint="Helps people tell keys apart.">
        {(props) => (
          <input
            {...props}
            data-autofocus
            className={inputLook}
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder="Support agent, production"
            required
            maxLength={200}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Access to" path="identity_id">
          {(props) => (
            <select
              {...props}
              className={inputLook}
              value={identityId}
              onChange={(event) => setIdentityId(event.target.value)}
            >
              <option value="">The whole workspace</option>
              {mailboxes.map(({ id, primary_address }) => (
                <option key={id} value={id}>
                  Only {primary_address}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Expires" path="expires_at">
          {(props) => (
            <select
              {...props}
              className={inputLook}
              value={days}
              onChange={(event) => setDays(Number(event.target.value))}
            >
              {lifetimes.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field
        label="Tools over MCP"
        hint="The tools that a model can use, even if the URL of its connection requests more. REST depends only on the permissions."
        path="tools"
      >
        {(props) => (
          <select
            {...props}
            className={inputLook}
            value={toolset}
            onChange={(event) => setToolset(Number(event.target.value))}
          >
            {toolsets.map(([, label], index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Only from these networks"
        hint="Addresses or networks such as 203.0.113.0/24, at most 20, separated by commas. Leave it empty to allow all."
        path="allowed_cidrs"
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
      {groups.map((group) => (
        <fieldset key={group.title}>
          <legend className="mb-1 text-[13px] font-medium">{group.title}</legend>
          {group.permissions.map(({ permission, name, allows }) => (
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
                {name} <code className="font-mono text-xs text-ink-soft">{permission}</code>
                <span className="block text-[13px] text-ink-soft first-letter:uppercase">{allows}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </DialogForm>
  );
}
