'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPCClient } from '../data/trpc.ts';
import { partnerBilling } from '../labels/workspace.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import type { Partner } from './kinds.ts';

type Props = {
  /** Null creates a new one. */
  partner: Partner | null;
  onDone: () => void;
  onCancel: () => void;
};

const DEFAULT_TENANTS = 25;

/** Creates a partner or changes its name and terms. */
export function PartnerForm({ partner, onDone, onCancel }: Props) {
  const client = useTRPCClient();
  const [name, setName] = useState(partner?.name ?? '');
  const [most, setMost] = useState(String(partner?.max_tenants ?? DEFAULT_TENANTS));
  const [billing, setBilling] = useState<Partner['default_billing_mode']>(
    partner?.default_billing_mode ?? 'metered',
  );
  const [isExempt, setExempt] = useState(partner?.ramp_exempt ?? false);
  const save = useMutation({
    mutationFn: () => {
      const terms = {
        name: name.trim(),
        max_tenants: Number(most),
        default_billing_mode: billing,
        ramp_exempt: isExempt,
      };
      return partner
        ? client.partners.update.mutate({ partner_id: partner.id, ...terms })
        : client.partners.create.mutate(terms);
    },
    onSuccess: onDone,
  });
  return (
    <DialogForm
      action={partner ? 'Save' : 'Create'}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onCancel={onCancel}
    >
      <Field label="Name" path="name" hint="The partner’s customers do not see it.">
        {(props) => (
          <input
            {...props}
            required
            data-autofocus
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
            className={inputLook}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Tenant limit"
          path="max_tenants"
          hint="A limit below the current number only prevents new tenants."
        >
          {(props) => (
            <input
              {...props}
              type="number"
              min={0}
              required
              value={most}
              onChange={(event) => setMost(event.target.value)}
              className={inputLook}
            />
          )}
        </Field>
        <Field
          label="Billing of new tenants"
          path="default_billing_mode"
          hint="Existing tenants keep their billing."
        >
          {(props) => (
            <select
              {...props}
              value={billing}
              onChange={(event) => setBilling(event.target.value as Partner['default_billing_mode'])}
              className={inputLook}
            >
              <option value="metered">{partnerBilling.metered}</option>
              <option value="exempt">{partnerBilling.exempt}</option>
            </select>
          )}
        </Field>
      </div>
      <label className="flex items-start gap-2.5 text-sm leading-5">
        <input
          type="checkbox"
          checked={isExempt}
          onChange={(event) => setExempt(event.target.checked)}
          className="mt-0.5 size-4 accent-accent"
        />
        <span>
          Tenants of this partner skip the sending ramp
          <span className="block text-[13px] text-ink-soft">
            The ramp limits how much mail new workspaces may send a day.
          </span>
        </span>
      </label>
    </DialogForm>
  );
}
