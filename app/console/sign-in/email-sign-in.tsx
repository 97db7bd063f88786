'use client';

import { type FormEvent, useState } from 'react';
import { CodeForm } from './code-form.tsx';
import { Heading, RefusalNote, SubmitButton, TextField } from './form-parts.tsx';
import { type Provider, ProviderSignIn, type RefusedBy } from './provider-sign-in.tsx';
import { usePost } from './use-post.ts';

type Props = {
  home: string;
  capturesMail: boolean;
  waitsForOwner: boolean;
  providers: Provider[];
  /** The provider that has just refused to sign the person in. */
  refusedBy: RefusedBy | null;
};

/** Asks for the email address, then for the code that was mailed to it. */
export function EmailSignIn({ home, capturesMail, waitsForOwner, providers, refusedBy }: Props) {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  return isSent ? (
    <CodeForm home={home} capturesMail={capturesMail} email={email.trim()} back={() => setSent(false)}>
      If <span className="font-medium break-words text-ink">{email.trim()}</span> belongs to a member, we have
      mailed a code to it. The code works for ten minutes in this browser. The link in the same mail works in
      any browser.
    </CodeForm>
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
