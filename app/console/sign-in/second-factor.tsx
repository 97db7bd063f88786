'use client';

import { type FormEvent, useState } from 'react';
import { Heading, RefusalNote, SubmitButton, TextField } from './form-parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { goOn, usePost } from './use-post.ts';

/** Asks for the second factor after the first one was verified. */
export function SecondFactor({ home }: { home: string }) {
  const { busy, refusal, send } = usePost();
  const [isRecovering, setRecovering] = useState(false);
  const [code, setCode] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send('second-factor', { code: code.trim() }, (answer) => goOn(answer, home)))) setCode('');
  };
  return (
    <>
      <form onSubmit={submit} className="space-y-4">
        <Heading title={isRecovering ? 'Use a recovery code' : 'Enter your code'}>
          {isRecovering
            ? 'Enter one of the codes that you saved when you set up your second factor. Each works once.'
            : 'Open your authenticator app and enter the code that it shows for Proofmail.'}
        </Heading>
        <TextField
          key={String(isRecovering)}
          label={isRecovering ? 'Recovery code' : 'Six-digit code'}
          name="code"
          inputMode={isRecovering ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          placeholder={isRecovering ? 'XXXX-XXXX-XXXX-XXXX' : undefined}
          className="font-mono"
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          required
          autoFocus
        />
        <RefusalNote refusal={refusal} />
        <SubmitButton busy={busy}>Sign in</SubmitButton>
      </form>
      <div className="mt-3 space-y-3">
        <PasskeyButton home={home} />
        <div className="flex justify-between text-sm">
          <a href={`/console/sign-in?next=${encodeURIComponent(home)}`} className="prose-link">
            Begin again
          </a>
          <button
            type="button"
            className="prose-link"
            onClick={() => {
              setRecovering(!isRecovering);
              setCode('');
            }}
          >
            {isRecovering ? 'Use the app' : 'Use a recovery code'}
          </button>
        </div>
      </div>
    </>
  );
}
