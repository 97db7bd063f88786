import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { placeOf } from '../data/place.ts';
import { readSeed } from '../seed.ts';
import { firstScript } from '../shell/first-script.ts';
import { WorkspaceShell } from '../shell/workspace-shell.tsx';

export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const seed = await readSeed();
  return (
    <>
      <FirstScript place={seed ? placeOf(seed.session) : null} />
      <WorkspaceShell seed={seed}>{children}</WorkspaceShell>
    </>
  );
}

async function FirstScript({ place }: { place: string | null | undefined }) {
  const policy = (await headers()).get('content-security-policy') ?? '';
  return (
    <script
      nonce={/'nonce-([\w-]+)'/.exec(policy)?.[1]}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words and an id, escaped.
      dangerouslySetInnerHTML={{ __html: firstScript(place) }}
    />
  );
}
