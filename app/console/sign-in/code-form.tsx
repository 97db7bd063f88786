'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Heading, RefusalNote, SubmitButton } from './form-parts.tsx';
import { goOn, usePost } from './use-post.ts';

const CODE_LENGTH = 6;

type CodeProps = {
  home: string;
  capturesMail: boolean;
  /** The address to which another code can be mailed; null if a new code requires a new sign-in. */
  email: string | null;
  back: () => void;
  /** The text on where the code was sent. */
  children: ReactNode;
};

/** Asks for the mailed code. */

export function CodeForm({ email, home, capturesMail, back, children }: CodeProps) {
  const { busy, refusal, send } = usePost();
  const [code, setCode] = useState('');
  const [isAskedAgain, setAskedAgain] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const redeem = async (digits: string) => {
    if (await send('code', { code: digits }, (answer) => goOn(answer, home))) return;
    setCode('');
    field.current?.focus();
  };
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, CODE_LENGTH);
    setCode(digits);
    if (digits.length === CODE_LENGTH) void redeem(digits);
  };
  const askAgain = async () => {
    if (await send('request', { email })) setAskedAgain(true);
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void redeem(code);
      }}
    >
      <Heading title="Check your mail">{children}</Heading>
      <label className="block">
        <span className="mb-1.5 block text-sm font-medium">Six-digit code</span>
        <input
          ref={field}
          value={code}
          onChange={(event) => type(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-describedby="code-place"
          placeholder="······"
          className="h-14 w-full rounded-lg border border-line-strong bg-surface text-center font-mono text-2xl tracking-[0.45em] indent-[0.45em] transition-colors placeholder:text-line-strong hover:border-ink-soft/50 focus-visible:outline-offset-0"
        />
      </label>
      <RefusalNote refusal={refusal} />
      <SubmitButton busy={busy}>Sign in</SubmitButton>
      {capturesMail ? (
        <p id="code-place" className="rounded-lg bg-sunken px-3.5 py-3 text-[13px] leading-5 text-ink-soft">
          This deployment captures outgoing mail. Its operator finds the link in its output and the mail in
          the outbox.
        </p>
      ) : null}
      <div className="flex justify-between text-sm">
        <button type="button" onClick={back} className="prose-link">
          {email === null ? 'Begin again' : 'Use another address'}
        </button>
        {email === null ? null : (
          <button
            type="button"
            onClick={askAgain}
            disabled={busy || isAskedAgain}
            className="prose-link disabled:opacity-60"
          >
            {isAskedAgain ? 'Sent again' : 'Send again'}
          </button>
        )}
      </div>
    </form>
  );
}
