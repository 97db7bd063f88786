'use client';

import { RefusalNote } from './form-parts.tsx';
import { usePost } from './use-post.ts';

export type Provider = { name: string; label: string };
type Props = { home: string; providers: Provider[]; refusedBy: string | null };

/** Sign-in with a provider instead of mail, if the deployment has one. */
export function ProviderSignIn({ home, providers, refusedBy }: Props) {
  const { busy, refusal, send } = usePost();
  if (providers.length === 0) return null;
  const refused = providers.find(({ name }) => name === refusedBy);
  const go = (provider: string) =>
    send('oauth', { provider, next: home }, (answer) => location.assign((answer as { url: string }).url));
  return (
    <div className="mt-6 space-y-3">
      <p className="flex items-center gap-3 text-[13px] text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {providers.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          disabled={busy}
          onClick={() => void go(name)}
          className="flex h-11 w-full items-center justify-center rounded-lg border border-line-strong bg-surface text-[15px] font-medium transition-colors hover:border-ink-soft/50 disabled:opacity-60"
        >
          Continue with {label}
        </button>
      ))}
      <RefusalNote
        refusal={
          refusal ??
          (refused
            ? {
                message: `You could not be signed in with ${refused.label}.`,
                fix: 'One of your verified addresses there must belong to a member. You can also sign in with a code by mail.',
              }
            : null)
        }
      />
    </div>
  );
}
