'use client';

import type { FormEvent } from 'react';
import { Heading, RefusalNote, SubmitButton } from './form-parts.tsx';
import { usePost } from './use-post.ts';

const words = {
  link: {
    title: 'Almost there',
    text: 'One click and you are signed in, in this browser.',
    button: 'Sign in',
  },
  invitation: {
    title: 'You are invited',
    text: 'Join the workspace that invited you. You are signed in at once, in this browser.',
    button: 'Join the workspace',
  },
};

type Props = { token: string; home: string; kind: keyof typeof words };

/** A link from a mail. It works on a click only: what merely opens links, as mail scanners do, uses nothing up. */
export function LinkSignIn({ token, home, kind }: Props) {
  const { busy, refusal, send } = usePost();
  const { title, text, button } = words[kind];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send(kind, { token })) location.replace(home);
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
          To the sign-in page
        </a>
      ) : (
        <SubmitButton busy={busy}>{button}</SubmitButton>
      )}
    </form>
  );
}
