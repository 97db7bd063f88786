'use client';

import type { FormEvent } from 'react';
import { Heading, RefusalNote, SubmitButton } from './form-parts.tsx';
import { goOn, usePost } from './use-post.ts';

const texts = {
  link: {
    title: 'Sign in to Proofmail',
    text: 'Click to sign in with this browser.',
    button: 'Sign in',
  },
  invitation: { title: 'You are invited', text: '', button: 'Join the workspace' },
};

type Props = { token: string; home: string; kind: keyof typeof texts; title?: string; text?: string };

/** Signs in with a link from a mail. The link is used up by a click, not by opening it, because mail scanners open links. */
export function LinkSignIn({ token, home, kind, ...own }: Props) {
  const { busy, refusal, send } = usePost();
  const { title, text, button } = { ...texts[kind], ...own };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await send(kind, { token }, (answer) => goOn(answer, home));
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Heading title={title}>{text}</Heading>
      <RefusalNote refusal={refusal} />
      {refusal ? (
        <a
          href={`/console/sign-in?next=${encodeURIComponent(home)}`}
          className="flex h-11 items-center justify-center rounded-lg border border-line-strong bg-surface text-[15px] font-medium hover:border-ink-soft/50"
        >
          Go to the sign-in page
        </a>
      ) : (
        <SubmitButton busy={busy}>{button}</SubmitButton>
      )}
    </form>
  );
}
