'use client';

import { RefusalNote } from './form-parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { usePost } from './use-post.ts';

export type Provider = { name: string; label: string };
/** The provider that has just refused to sign the person in, and the code of the error. */
export type RefusedBy = { provider: string; reason: string };
type Props = { home: string; providers: Provider[]; refusedBy: RefusedBy | null };

const OTHERWISE = 'Try again, or sign in with a code by mail.';

/** What to do about a refusal, by the code of its error. */
const reasons: Record<string, string> = {
  sso_required: 'Your workspace requires another account: the one with your address there.',
  sign_in_method_denied: 'Your workspace accepts other ways to sign in.',
  rate_limited: 'There were too many attempts. Wait a few minutes, then try again.',
};

/** Sign-in with a provider or a passkey instead of mail. */
export function ProviderSignIn({ home, providers, refusedBy }: Props) {
  const { busy, refusal, send } = usePost();
  const refused = providers.find(({ name }) => name === refusedBy?.provider);
  const go = (provider: string) =>
    send('oauth', { provider, next: home }, (answer) => location.assign((answer as { url: string }).url));
  return (
    <div className="mt-6 space-y-3">
      <p className="flex items-center gap-3 text-[13px] text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <PasskeyButton home={home} />
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
                fix: reasons[refusedBy?.reason ?? ''] ?? OTHERWISE,
              }
            : null)
        }
      />
    </div>
  );
}
