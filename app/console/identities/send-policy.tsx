'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureOf, problemsOf } from '../data/failures.ts';
import { type Identity, useTRPC } from '../data/trpc.ts';
import { choiceName } from '../labels/policy.ts';
import { Button } from '../parts/button.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { useSay } from '../shell/toasts.tsx';
import { Section } from './section.tsx';
import { useIdentityRefresh } from './use-identity.ts';

type Policy = Identity['send_policy'];
const approvals: NonNullable<Policy['approval']>[] = [
  'never',
  'new_recipients',
  'external',
  'risky',
  'always',
];

/** The sending rules of this identity that are stricter than the workspace's policy. */
export function SendPolicy({ identity, mayWrite }: { identity: Identity; mayWrite: boolean }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useIdentityRefresh();
  const [policy, setPolicy] = useState<Policy>(identity.send_policy);
  const { mutate, isPending, error } = useMutation(
    trpc.identities.update.mutationOptions({
      onSuccess: () => {
        say.done('Saved. It applies from now on.');
        void refresh();
      },
    }),
  );
  const problem = error ? (problemsOf(failureOf(error)).get('send_policy.daily_cap') ?? null) : null;
  const isChanged = JSON.stringify(policy) !== JSON.stringify(identity.send_policy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ identity_id: identity.id, send_policy: policy });
  };
  return (
    <Section
      title="Sending"
      about="These settings add to the policy of the workspace. The stricter of the two applies."
    >
      <form onSubmit={submit} className="rounded-xl border border-line bg-surface px-4 py-4">
        <fieldset disabled={!mayWrite} className="grid gap-4 sm:grid-cols-2">
          <legend className="sr-only">Sending</legend>
          <Field label="Messages a day" hint="Leave it empty to use the workspace’s limit." problem={problem}>
            {(props) => (
              <input
                {...props}
                type="number"
                min={0}
                max={1_000_000}
                className={inputLook}
                value={policy.daily_cap ?? ''}
                onChange={({ target: { value } }) =>
                  setPolicy({ ...policy, daily_cap: value === '' ? null : Number(value) })
                }
              />
            )}
          </Field>
          <Field label="A person approves">
            {(props) => (
              <select
                {...props}
                className={inputLook}
                value={policy.approval ?? 'never'}
                onChange={({ target: { value } }) =>
                  setPolicy({ ...policy, approval: value as NonNullable<Policy['approval']> })
                }
              >
                {approvals.map((each) => (
                  <option key={each} value={each}>
                    {each === 'never' ? 'Same as the workspace' : choiceName(each)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Check
            label="Writes only to people it knows"
            about="People who have written to it, and people it has written to."
            checked={policy.require_known_recipient}
            onChange={(require_known_recipient) => setPolicy({ ...policy, require_known_recipient })}
          />
          <Check
            label="Replies automatically"
            about="Where the policy of the workspace allows automatic replies."
            checked={policy.auto_reply === 'allowed'}
            onChange={(isAllowed) => setPolicy({ ...policy, auto_reply: isAllowed ? 'allowed' : 'denied' })}
          />
        </fieldset>
        {error && !problem ? (
          <div role="alert" className="mt-3 text-[13px] leading-5">
            <Refusal error={error} />
          </div>
        ) : null}
        {isChanged ? (
          <div className="mt-4 flex justify-end gap-2">
            <Button size="small" tone="quiet" onClick={() => setPolicy(identity.send_policy)}>
              Discard
            </Button>
            <Button size="small" tone="primary" type="submit" disabled={isPending}>
              Save
            </Button>
          </div>
        ) : null}
      </form>
    </Section>
  );
}

type CheckProps = { label: string; about: string; checked: boolean; onChange: (checked: boolean) => void };

const Check = ({ label, about, checked, onChange }: CheckProps) => (
  <label className="flex items-start gap-2.5 text-sm leading-5">
    <input
      type="checkbox"
      className="mt-0.5 size-4 shrink-0 accent-accent"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>
      {label}
      <span className="block text-[13px] text-ink-soft">{about}</span>
    </span>
  </label>
);
