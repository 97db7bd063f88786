'use client';

import { Field, inputLook } from '../parts/field.tsx';
import { useMailboxes } from '../shell/mailboxes.ts';

export type Scope = 'counterparty' | 'identity' | 'tenant';
export type ScopeValues = { scope: Scope; identityId: string; address: string };

type Props = {
  label: string;
  options: readonly (readonly [scope: Scope, name: string])[];
  values: ScopeValues;
  change: (values: ScopeValues) => void;
  problems: ReadonlyMap<string, string>;
};

/** The scope of an erasure, a hold or an export. */
export function ScopeFields({ label, options, values, change, problems }: Props) {
  const { mailboxes } = useMailboxes();
  return (
    <>
      <Field label={label}>
        {(props) => (
          <select
            {...props}
            data-autofocus
            className={inputLook}
            value={values.scope}
            onChange={(event) => change({ ...values, scope: event.target.value as Scope })}
          >
            {options.map(([scope, name]) => (
              <option key={scope} value={scope}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {values.scope === 'counterparty' ? (
        <Field label="Address" problem={problems.get('counterparty_address') ?? null}>
          {(props) => (
            <input
              {...props}
              type="email"
              required
              autoComplete="off"
              className={inputLook}
              value={values.address}
              placeholder="ada@example.com"
              onChange={(event) => change({ ...values, address: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      {values.scope === 'identity' ? (
        <Field label="Identity" problem={problems.get('identity_id') ?? null}>
          {(props) => (
            <select
              {...props}
              required
              className={inputLook}
              value={values.identityId}
              onChange={(event) => change({ ...values, identityId: event.target.value })}
            >
              <option value="">Choose…</option>
              {mailboxes.map(({ id, display_name, primary_address }) => (
                <option key={id} value={id}>
                  {display_name} · {primary_address}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
    </>
  );
}

/** The fields of the API. */
export const scopeInput = ({ scope, identityId, address }: ScopeValues) => ({
  scope,
  ...(scope === 'identity' && { identity_id: identityId }),
  ...(scope === 'counterparty' && { counterparty_address: address.trim() }),
});

export const noScope: ScopeValues = { scope: 'counterparty', identityId: '', address: '' };
