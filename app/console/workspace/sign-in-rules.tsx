'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RouterInputs, RouterOutputs } from '#api/trpc/router.ts';
import { useMay } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { useSay } from '../shell/toasts.tsx';

type Rules = RouterOutputs['members']['sign_in_rules'];
type Draft = Omit<RouterInputs['members']['change_sign_in_rules'], 'tenant_id'>;

const lengths: [hours: number, name: string][] = [
  [1, 'One hour'],
  [8, '8 hours'],
  [24, 'One day'],
  [168, 'One week'],
];

/** How the members of the workspace sign in. */
export function SignInRules({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.members.sign_in_rules.queryOptions({ tenant_id: tenantId }));
  if (data) return <Form key={data.updated_at} tenantId={tenantId} rules={data} />;
  return error ? (
    <div role="alert" className="mt-10 text-[13px] leading-5">
      <Refusal error={error} />
    </div>
  ) : null;
}

function Form({ tenantId, rules }: { tenantId: string; rules: Rules }) {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const mayManage = useMay('members:manage');
  const [draft, setDraft] = useState<Draft>({});
  const { mutate, isPending, error } = useMutation(
    trpc.members.change_sign_in_rules.mutationOptions({
      onSuccess: () => {
        say.done('Saved the sign-in rules');
        void queryClient.invalidateQueries(trpc.members.sign_in_rules.queryFilter());
      },
    }),
  );
  const now = { ...rules, ...draft };
  return (
    <section aria-labelledby="sign-in-rules" className="mt-10">
      <h2 id="sign-in-rules" className="mb-2 text-[13px] font-medium">
        How members sign in
      </h2>
      <form
        className="space-y-5 rounded-xl border border-line bg-surface p-4"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ tenant_id: tenantId, ...draft });
        }}
      >
        <Length
          hours={now.session_hours ?? null}
          mayManage={mayManage}
          change={(session_hours) => setDraft({ ...draft, session_hours })}
        />
        <Ways
          rules={rules}
          chosen={now.methods ?? null}
          mayManage={mayManage}
          change={(methods) => setDraft({ ...draft, methods })}
        />
        <SingleSignOn
          rules={rules}
          provider={now.sso_provider ?? null}
          mayManage={mayManage}
          change={(sso_provider) => setDraft({ ...draft, sso_provider })}
        />
        {error ? (
          <div role="alert" className="text-[13px] leading-5">
            <Refusal error={error} />
          </div>
        ) : null}
        {mayManage ? (
          <Button type="submit" tone="primary" disabled={isPending || Object.keys(draft).length === 0}>
            Save
          </Button>
        ) : null}
      </form>
    </section>
  );
}

type LengthProps = { hours: number | null; mayManage: boolean; change: (hours: number | null) => void };

function Length({ hours, mayManage, change }: LengthProps) {
  const isListed = hours === null || lengths.some(([each]) => each === hours);
  return (
    <Field label="Session length" hint="Members sign in again after this time, even when they are active.">
      {(props) => (
        <select
          {...props}
          className={`${inputLook} max-w-xs`}
          disabled={!mayManage}
          value={hours ?? ''}
          onChange={(event) => change(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">30 days</option>
          {isListed ? null : <option value={hours}>{hours} hours</option>}
          {lengths.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type WaysProps = {
  rules: Rules;
  chosen: string[] | null;
  mayManage: boolean;
  change: (methods: string[] | null) => void;
};

function Ways({ rules: { available }, chosen, mayManage, change }: WaysProps) {
  const all = available.map(({ name }) => name);
  const accepted = chosen ?? all;
  const toggle = (name: string, isOn: boolean) => {
    const next = all.filter((each) => (each === name ? isOn : accepted.includes(each)));
    change(next.length === all.length ? null : next);
  };
  return (
    <fieldset disabled={!mayManage}>
      <legend className="mb-1.5 text-[13px] font-medium">Accepted sign-in methods</legend>
      {available.map(({ name, label }) => (
        <label key={name} className="flex w-fit items-center gap-2.5 py-1 text-sm">
          <input
            type="checkbox"
            className="size-3.5 accent-accent"
            checked={accepted.includes(name)}
            // The last method cannot be removed, because nobody could sign in without one.
            disabled={accepted.length === 1 && accepted.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

type SsoProps = {
  rules: Rules;
  provider: string | null;
  mayManage: boolean;
  change: (provider: string | null) => void;
};

function SingleSignOn({ rules: { available, domains }, provider, mayManage, change }: SsoProps) {
  const providers = available.filter(({ name }) => name !== 'mail' && name !== 'passkey');
  const hint =
    providers.length === 0
      ? 'This deployment has no provider. Its operator can set one up.'
      : domains.length === 0
        ? 'Verify a domain of this workspace first.'
        : `Members with an address at ${domains.join(', ')} sign in with it only.`;
  return (
    <Field label="Required single sign-on" hint={hint}>
      {(props) => (
        <select
          {...props}
          className={`${inputLook} max-w-xs`}
          disabled={!mayManage || providers.length === 0 || domains.length === 0}
          value={provider ?? ''}
          onChange={(event) => change(event.target.value || null)}
        >
          <option value="">Not required</option>
          {providers.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
