import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { PLACE_KEY, placeOf } from '../data/place.ts';
import type { Seed } from '../data/seed-keys.ts';
import { readSeed } from '../seed.ts';
import { WorkspaceShell } from '../shell/workspace-shell.tsx';

export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const seed = await readSeed();
  return (
    <>
      {seed ? (
        <HideElsewhere seed={seed} nonce={nonceOf((await headers()).get('content-security-policy'))} />
      ) : null}
      <WorkspaceShell seed={seed}>{children}</WorkspaceShell>
    </>
  );
}

/**
 * The server does not know in which workspace a tab acts, only where the session was last. A tab that acts in another one
 * must not show this one for a moment: it stays blank until the console has read its own (shell/seeded.tsx).
 */
function HideElsewhere({ seed, nonce }: { seed: Seed; nonce: string | undefined }) {
  const place = JSON.stringify(placeOf(seed.session) ?? null).replaceAll('<', '\\u003c');
  const script = `var p=sessionStorage.getItem('${PLACE_KEY}');if(p&&p!==${place})document.documentElement.dataset.elsewhere=''`;
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words and an id, escaped.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}

const nonceOf = (policy: string | null): string | undefined => /'nonce-([\w-]+)'/.exec(policy ?? '')?.[1];
