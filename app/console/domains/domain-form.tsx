'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { useSession } from '../data/session.tsx';
import { type Domain, type NewDomain, useTRPC } from '../data/trpc.ts';
import { methods } from '../labels/domains.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { emptyRelay, RelayFields, type RelayText, relayOf } from './relay-fields.tsx';

type Props = { onCancel: () => void; onMade: (domain: Domain) => void };

/** The server's question before it continues, and the field that answers it. */
const confirmations: Partial<Record<string, { field: 'replace_mx' | 'confirm_dedicated'; label: string }>> = {
  existing_mx: {
    field: 'replace_mx',
    label: 'Replace the present mail servers of the domain. Its mail will arrive here.',
  },
  domain_not_dedicated: {
    field: 'confirm_dedicated',
    label: 'Nothing else uses this domain, for example a website.',
  },
};

/** Adds a domain to the workspace. */
export function NewDomainForm({ onCancel, onMade }: Props) {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const [domain, setDomain] = useState('');
  const [method, setMethod] = useState<NewDomain['method']>('records');
  const [relay, setRelay] = useState<RelayText>(emptyRelay);
  const [confirmed, setConfirmed] = useState<Pick<NewDomain, 'replace_mx' | 'confirm_dedicated'>>({});
  const { mutate, isPending, error } = useMutation(
    trpc.domains.create.mutationOptions({ onSuccess: onMade }),
  );
  const failure = error ? failureOf(error) : null;
  const asks = failure ? confirmations[failure.code] : undefined;
  if (!workspace) return null;
  const submit = () =>
    mutate({
      tenant_id: workspace.id,
      domain: domain.trim(),
      method,
      ...confirmed,
      ...(method === 'relay' && { relay: relayOf(relay) }),
    });
  return (
    <DialogForm action="Add domain" isPending={isPending} error={error} onSubmit={submit} onCancel={onCancel}>
      <Field label="Domain" hint="A subdomain keeps your present mail untouched." path="domain">
        {(props) => (
          <input
            {...props}
            data-autofocus
            className={inputLook}
            value={domain}
            onChange={(event) => setDomain(event.target.value)}
            placeholder="agents.example.com"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={253}
          />
        )}
      </Field>
      <Methods chosen={method} onChange={setMethod} />
      {method === 'relay' ? <RelayFields relay={relay} onChange={setRelay} /> : null}
      {asks ? (
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-1 accent-accent"
            checked={confirmed[asks.field] ?? false}
            onChange={(event) => setConfirmed({ ...confirmed, [asks.field]: event.target.checked })}
          />
          {asks.label}
        </label>
      ) : null}
    </DialogForm>
  );
}

type MethodsProps = { chosen: NewDomain['method']; onChange: (method: NewDomain['method']) => void };

function Methods({ chosen, onChange }: MethodsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[13px] font-medium">How it is connected</legend>
      <div className="divide-y divide-line rounded-lg border border-line-strong bg-surface">
        {Object.entries(methods).map(([method, { name, meaning }]) => (
          <label key={method} className="flex cursor-pointer items-start gap-2.5 px-3 py-2 text-sm">
            <input
              type="radio"
              name="method"
              className="mt-1 accent-accent"
              checked={chosen === method}
              onChange={() => onChange(method as NewDomain['method'])}
            />
            <span>
              <span className="block font-medium">{name}</span>
              <span className="block text-[13px] leading-5 text-ink-soft">{meaning}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
