'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Heading, RefusalNote, SubmitButton, TextField } from './form-parts.tsx';
import { type Provider, ProviderSignIn } from './provider-sign-in.tsx';
import { usePost } from './use-post.ts';

type Props = {
  home: string;
  capturesMail: boolean;
  waitsForOwner: boolean;
  providers: Provider[];
  /** The provider that has just refused to sign the person in. */
  refusedBy: string | null;
};

/** Asks for the email address, then for the code that was mailed to it. */
export function EmailSignIn({ home, capturesMail, waitsForOwner, providers, refusedBy }: Props) {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  return isSent ? (
    <CodeForm email={email} home={home} capturesMail={capturesMail} back={() => setSent(false)} />
  ) : (
    <>
      <AddressForm
        email={email}
        setEmail={setEmail}
        waitsForOwner={waitsForOwner}
        sent={() => setSent(true)}
      />
      <ProviderSignIn home={home} providers={providers} refusedBy={refusedBy} />
    </>
  );
}

type AddressProps = {
  email: string;
  setEmail: (email: string) => void;
  waitsForOwner: boolean;
  sent: () => void;
};

function AddressForm({ email, setEmail, waitsForOwner, sent }: AddressProps) {
  const { busy, refusal, send } = usePost();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send('request', { email: email.trim() })) sent();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Heading title="Sign in to Proofmail">
        {waitsForOwner
          ? 'This deployment has no operator yet. To become its operator, open the link that it printed at its start. Members sign in here.'
          : 'We will mail you a code and a link. You need no password.'}
      </Heading>
      <TextField
        label="Email address"
        type="email"
        name="email"
        autoComplete="email"
        placeholder="you@example.com"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        required
        autoFocus
      />
      <RefusalNote refusal={refusal} />
      <SubmitButton busy={busy}>Continue</SubmitButton>
    </form>
  );
}

const CODE_LENGTH = 6;

type CodeProps = { email: string; home: string; capturesMail: boolean; back: () => void };

function CodeForm({ email, home, capturesMail, back }: CodeProps) {
  const { busy, refusal, send } = usePost();
  const [code, setCode] = useState('');
  const [isAskedAgain, setAskedAgain] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const redeem = async (digits: string) => {
    if (await send('code', { code: digits })) return location.assign(home);
    setCode('');
    field.current?.focus();
  };
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, CODE_LENGTH);
    setCode(digits);
    if (digits.length === CODE_LENGTH) void redeem(digits);
  };
  const askAgain = async () => {
    if (await send('request', { email: email.trim() })) setAskedAgain(true);
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void redeem(code);
      }}
    >
      <Heading title="Check your mail">
        If <span className="font-medium break-words text-ink">{email.trim()}</span> belongs to a member, we
        have mailed a code to it. The code works for ten minutes in this browser. The link in the same mail
        works in any browser.
      </Heading>
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
          Use another address
        </button>
        <button
          type="button"
          onClick={askAgain}
          disabled={busy || isAskedAgain}
          className="prose-link disabled:opacity-60"
        >
          {isAskedAgain ? 'Sent again' : 'Send again'}
        </button>
      </div>
    </form>
  );
}
