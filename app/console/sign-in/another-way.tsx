'use client';

import type { Session } from '../data/session-context.ts';
import { signInAgainPath } from '../data/sign-in-path.ts';
import { Button } from '../parts/button.tsx';
import { NoticePage } from '../parts/notice-page.tsx';
import { RefusalNote } from './form-parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { usePost } from './use-post.ts';

type Props = {
  session: Session;
  enter: (workspace: string) => Promise<void>;
  signOut: () => Promise<void>;
};

/** Shown if the workspace does not accept the person's sign-in method. Offers the accepted methods and other workspaces. */
export function AnotherWayPage({ session, enter, signOut }: Props) {
  const others = session.workspaces.filter(({ id }) => id !== session.workspace?.id);
  return (
    <NoticePage title={`${session.workspace?.name} asks you to sign in another way`}>
      <Ways session={session} />
      <p className="flex flex-wrap gap-2 border-t border-line pt-6">
        {others.map(({ id, name }) => (
          <Button key={id} onClick={() => void enter(id)}>
            Go to {name}
          </Button>
        ))}
        {session.user.is_operator ? (
          <Button onClick={() => void enter('platform')}>Go to the platform</Button>
        ) : null}
        <Button onClick={() => void signOut()}>Sign out</Button>
      </p>
    </NoticePage>
  );
}

/** Buttons for the sign-in methods that the workspace accepts. */
function Ways({ session: { denial, user } }: Pick<Props, 'session'>) {
  const { busy, refusal, send } = usePost();
  const home = location.pathname + location.search;
  const ways = denial?.ways ?? [];
  const go = (provider: string) =>
    send('oauth', { provider, next: home }, (answer) => location.assign((answer as { url: string }).url));
  return (
    <div className="space-y-6">
      <p>
        You are signed in as {user.email}.{' '}
        {denial?.code === 'sso_required'
          ? 'The workspace accepts only one sign-in method for this address, and you used another.'
          : 'The workspace does not accept the method with which you signed in.'}
      </p>
      <div className="max-w-[22rem] space-y-3">
        {ways
          .filter(({ name }) => name !== 'mail' && name !== 'passkey')
          .map(({ name, label }) => (
            <Button
              key={name}
              tone="primary"
              className="w-full"
              disabled={busy}
              onClick={() => void go(name)}
            >
              Continue with {label}
            </Button>
          ))}
        {ways.some(({ name }) => name === 'passkey') ? <PasskeyButton home={home} /> : null}
        {ways.some(({ name }) => name === 'mail') ? (
          <Button className="w-full" onClick={() => location.assign(signInAgainPath())}>
            Use a code by mail
          </Button>
        ) : null}
        <RefusalNote refusal={refusal} />
      </div>
    </div>
  );
}
