'use client';

import { type FormEvent, useState } from 'react';
import type { WorkspaceInfo } from '#api/console/describe.ts';
import { SubmitButton } from '../sign-in/form-parts.tsx';
import { Title } from './connection-frame.tsx';
import { ConsentPage } from './consent-page.tsx';

const LETTERS = 8;

/** Formats a code while it is typed: `bcdf ghjk` becomes `BCDF-GHJK`. */
function shaped(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, LETTERS);
  return letters.length > LETTERS / 2 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}

type Props = { given: string; workspaces: WorkspaceInfo[]; first: string };

/** A person types the code that their device shows, then decides (RFC 8628). A link can fill in the code but not decide. */
export function DevicePage({ given, workspaces, first }: Props) {
  const [code, setCode] = useState(shaped(given));
  const [isEntered, setEntered] = useState(false);
  if (isEntered) return <ConsentPage named={{ user_code: code }} workspaces={workspaces} first={first} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEntered(true);
  };
  return (
    <form onSubmit={submit} className="mx-auto max-w-[22rem] space-y-4">
      <Title title="Connect a device">
        {given
          ? 'Compare this code with the one on your device. Continue only if they are the same.'
          : 'Type the code that your device or terminal shows.'}
      </Title>
      <label className="block">
        <span className="mb-1.5 block text-sm font-medium">Code</span>
        <input
          value={code}
          onChange={(event) => setCode(shaped(event.target.value))}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="····-····"
          className="h-14 w-full rounded-lg border border-line-strong bg-surface text-center font-mono text-2xl tracking-[0.2em] indent-[0.2em] transition-colors placeholder:text-line-strong hover:border-ink-soft/50 focus-visible:outline-offset-0"
        />
      </label>
      <SubmitButton busy={code.length !== LETTERS + 1}>Continue</SubmitButton>
    </form>
  );
}
