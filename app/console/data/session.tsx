'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, buttonLook } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { NoticePage } from '../parts/notice-page.tsx';
import { AnotherWayPage } from '../sign-in/another-way.tsx';
import { CallError, callJson } from './call-json.ts';
import { failureOf } from './failures.ts';
import { forgetPlace, keepPlace, placeOf } from './place.ts';
import { type Session, SessionContext } from './session-context.ts';
import { SESSION_KEY } from './session-key.ts';
import { signInAgainPath, signInPath } from './sign-in-path.ts';
import { dropAllSpares } from './spare.ts';

export { type Session, useMay, useSession, type Workspace } from './session-context.ts';
export { SESSION_KEY } from './session-key.ts';

/** Loads the session before it shows the workspace. Visitors without a session are sent to the sign-in page. */
export function SessionProvider({
  children,
  waiting,
  place,
}: {
  children: ReactNode;
  waiting: ReactNode;
  place?: string;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: () => (place ? callJson<Session>('GET', '/api/auth/session', undefined, place) : readSession()),
    staleTime: 60_000,
  });
  const wasIn = useRef(false);
  const { enter, signOut } = useSessionChanges();
  const isSignedOut = error instanceof CallError && error.failure.code === 'unauthenticated';
  useEffect(() => {
    if (isSignedOut && !data) location.replace(signInPath());
  }, [isSignedOut, data]);
  if (!data && (isSignedOut || !error)) return waiting;
  if (!data) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (!place && !data.workspace && !data.on_platform) return <NoWorkspace email={data.user.email} />;
  if (data.denial && !wasIn.current) return <AnotherWayPage session={data} enter={enter} signOut={signOut} />;
  if (!data.denial) wasIn.current = true;
  return (
    <SessionContext value={data}>
      {children}
      {isSignedOut ? <SignedOut refresh={() => void refetch()} /> : null}
      {data.denial && !isSignedOut ? <NoLongerIn session={data} refresh={() => void refetch()} /> : null}
    </SessionContext>
  );
}

/** Refreshes when the person comes back from another tab, where they may have signed in. */
function useRefreshOnReturn(refresh: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const check = () => {
      refresh();
      void queryClient.invalidateQueries();
    };
    window.addEventListener('focus', check);
    return () => window.removeEventListener('focus', check);
  }, [refresh, queryClient]);
}

/** The session has ended. The page stays as it is, because the person may have been writing. */
function SignedOut({ refresh }: { refresh: () => void }) {
  useRefreshOnReturn(refresh);
  return (
    <Dialog open onClose={() => undefined} title="Your session has ended" isOnce>
      <div className="space-y-4 px-5 pb-5 text-sm leading-6 text-ink-soft">
        <p>Nothing on this page is lost. Sign in again in a new tab, then come back here and continue.</p>
        <div className="flex flex-wrap justify-end gap-2">
          <a href={signInPath()} className={buttonLook({ tone: 'quiet' })}>
            Sign in here
          </a>
          <a
            href="/console/sign-in"
            target="_blank"
            rel="noreferrer"
            className={buttonLook({ tone: 'primary' })}
            data-autofocus
          >
            Sign in in a new tab
          </a>
        </div>
      </div>
    </Dialog>
  );
}

/** The workspace stopped accepting the person's sign-in method while the page was open. */
function NoLongerIn({ session, refresh }: { session: Session; refresh: () => void }) {
  useRefreshOnReturn(refresh);
  return (
    <Dialog
      open
      onClose={() => undefined}
      title={`${session.workspace?.name} asks you to sign in another way`}
      isOnce
    >
      <div className="space-y-4 px-5 pb-5 text-sm leading-6 text-ink-soft">
        <p>Nothing on this page is lost. Sign in again in a new tab, then come back here and continue.</p>
        <a
          href={signInAgainPath()}
          target="_blank"
          rel="noreferrer"
          className={buttonLook({ tone: 'primary' })}
          data-autofocus
        >
          Sign in another way
        </a>
      </div>
    </Dialog>
  );
}

function NoWorkspace({ email }: { email: string }) {
  const { signOut } = useSessionChanges();
  return (
    <NoticePage title="You are not a member of any workspace">
      <p>
        You are signed in as {email}. Ask an admin of a workspace to invite you. The invitation arrives by
        mail.
      </p>
      <p>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </p>
    </NoticePage>
  );
}

/** Reads the session. If the person has left the tab's workspace, the tab moves to another one of theirs. */
async function readSession(): Promise<Session> {
  const session = await callJson<Session>('GET', '/api/auth/session');
  const place = placeOf(session);
  if (place) keepPlace(place);
  return place || !forgetPlace() ? session : readSession();
}

/** Signs out or enters another workspace. Both reload the console. */
export function useSessionChanges() {
  const queryClient = useQueryClient();
  const leaveFor = (path: string) => {
    queryClient.clear();
    location.assign(path);
  };
  return {
    signOut: async () => {
      await callJson('POST', '/api/auth/sign-out', {});
      dropAllSpares();
      forgetPlace();
      leaveFor('/console/sign-in');
    },
    /** For people who have just left their workspace. */
    leaveWorkspace: () => {
      forgetPlace();
      leaveFor('/console');
    },
    enter: async (workspace: string) => {
      await callJson('POST', '/api/auth/workspace', { workspace });
      keepPlace(workspace);
      leaveFor('/console');
    },
  };
}
