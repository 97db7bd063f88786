'use client';

import { startAuthentication } from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import { callJson } from '../data/call-json.ts';
import { failureOf, firstProblem } from '../data/failures.ts';
import { Button } from '../parts/button.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useSay } from '../shell/toasts.tsx';
import { Section } from './section.tsx';
import { type Security, useSecurityCall } from './security.ts';

const problemOf = (error: unknown): string => {
  const failure = failureOf(error);
  return firstProblem(failure) ?? failure.message;
};

/** Before anything changes, the person must confirm an existing factor in this session. */
export function ConfirmFactor({ security }: { security: Security }) {
  const say = useSay();
  const [code, setCode] = useState('');
  const confirm = useSecurityCall<unknown, { code: string }>('security/confirm', () => {}, { isQuiet: true });
  const withPasskey = useSecurityCall<unknown, { response: unknown }>('security/confirm-passkey', () => {});
  const provePasskey = async () => {
    try {
      const optionsJSON = await callJson<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
        'POST',
        '/api/auth/passkey/options',
        {},
      );
      const response = await startAuthentication({ optionsJSON }).catch(() => null);
      if (response) withPasskey.mutate({ response });
    } catch (error) {
      say.failed(error);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate({ code: code.trim() });
  };
  return (
    <Section
      title="Confirm that it is you"
      text="You signed in without your second factor. Confirm it here to change how you sign in."
    >
      <form onSubmit={submit} className="rounded-xl border border-line bg-surface p-4">
        <Field
          label={security.app ? 'Code of the app, or a recovery code' : 'Recovery code'}
          problem={confirm.error ? problemOf(confirm.error) : null}
        >
          {(props) => (
            <input
              {...props}
              className={`${inputLook} max-w-xs font-mono`}
              autoComplete="one-time-code"
              maxLength={40}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              required
            />
          )}
        </Field>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button type="submit" tone="primary" disabled={confirm.isPending}>
            Confirm
          </Button>
          {security.passkeys.length > 0 ? (
            <Button onClick={() => void provePasskey()} disabled={withPasskey.isPending}>
              Use a passkey
            </Button>
          ) : null}
        </div>
      </form>
    </Section>
  );
}
