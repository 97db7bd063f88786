'use client';

import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { RefusalNote } from './form-parts.tsx';
import { goOn, usePost } from './use-post.ts';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Signs in with a passkey of this device, of a phone nearby or of a security key. */
export function PasskeyButton({ home }: { home: string }) {
  const { busy, refusal, send } = usePost();
  const [isOffered, setOffered] = useState(false);
  // Only the browser knows whether it supports passkeys, so the server renders nothing.
  useEffect(() => setOffered(browserSupportsWebAuthn()), []);
  if (!isOffered) return null;
  const go = async () => {
    let options: Options | null = null;
    await send('passkey/options', {}, (answer) => {
      options = answer as Options;
    });
    if (!options) return;
    // A person who closes the browser's dialog has changed their mind, so no error is shown.
    const response = await startAuthentication({ optionsJSON: options }).catch(() => null);
    if (response) await send('passkey', { response }, (answer) => goOn(answer, home));
  };
  return (
    <>
      <button
        type="button"
        disabled={busy}
        onClick={() => void go()}
        className="flex h-11 w-full items-center justify-center gap-2 rounded-lg border border-line-strong bg-surface text-[15px] font-medium transition-colors hover:border-ink-soft/50 disabled:opacity-60"
      >
        <KeyRound aria-hidden="true" className="size-4" />
        Use a passkey
      </button>
      <RefusalNote refusal={refusal} />
    </>
  );
}
