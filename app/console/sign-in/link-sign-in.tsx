'use client';

import type { FormEvent } from 'react';
import { usePost } from './email-sign-in.tsx';
import { Heading, RefusalNote, SubmitButton } from './form-parts.tsx';

/** A link from a mail. It signs in on a click only: what merely opens links, as mail scanners do, uses nothing up. */
export function LinkSignIn({ token, home }: { token: string; home: string }) {
  const { busy, refusal, send } = usePost();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send('link', { token })) location.replace(home);
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Heading title="Almost there">One click and you are signed in, in this browser.</Heading>
      <RefusalNote refusal={refusal} />
      {refusal ? (
        <a
          href={`/console/sign-in?next=${encodeURIComponent(home)}`}
          className="flex h-11 items-center justify-center rounded-lg border border-line-strong bg-surface text-[15px] font-medium hover:border-ink-soft/50"
        >
          Ask for another link
        </a>
      ) : (
        <SubmitButton busy={busy}>Sign in</SubmitButton>
      )}
    </form>
  );
}
