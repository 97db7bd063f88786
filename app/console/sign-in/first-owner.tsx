'use client';

import { type FormEvent, useState } from 'react';
import { Heading, RefusalNote, SubmitButton, TextField } from './form-parts.tsx';
import { usePost } from './use-post.ts';

/** For the first start: the person with the link from the banner becomes the operator and owns the first workspace. */
export function FirstOwner({ token, home }: { token: string; home: string }) {
  const { busy, refusal, send } = usePost();
  const [workspace, setWorkspace] = useState('');
  const [slug, setSlug] = useState<string | null>(null);
  const shortName = slug ?? slugOf(workspace);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const person = { email: String(form.get('email')).trim(), name: String(form.get('name')).trim() };
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const named = { name: workspace.trim(), slug: shortName, timezone };
    if (await send('setup', { token, ...person, workspace: named })) location.replace(home);
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Heading title="Set up this deployment">
        You will be the operator of this deployment and the owner of its first workspace. This link works
        once.
      </Heading>
      <TextField label="Your name" name="name" autoComplete="name" required maxLength={100} autoFocus />
      <TextField
        label="Email address"
        name="email"
        type="email"
        autoComplete="email"
        required
        hint="Sign-in codes are mailed to this address."
      />
      <TextField
        label="Workspace"
        name="workspace"
        autoComplete="organization"
        placeholder="Acme"
        required
        maxLength={100}
        value={workspace}
        onChange={(event) => setWorkspace(event.target.value)}
      />
      <TextField
        label="Short name"
        name="slug"
        required
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        value={shortName}
        onChange={(event) => setSlug(event.target.value.toLowerCase())}
        hint={`Part of every address in this workspace: agent.${shortName || 'acme'}@…`}
      />
      <RefusalNote refusal={refusal} />
      <SubmitButton busy={busy}>Create the workspace</SubmitButton>
    </form>
  );
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);
