'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { Permission } from '#kernel/catalogue/permissions.ts';
import { Button, buttonLook } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { NoticePage } from '../parts/notice-page.tsx';
import { setTimeZone } from '../parts/time.tsx';
import { CallError, callJson } from './call-json.ts';
import { failureOf } from './failures.ts';
import { forgetPlace, keepPlace } from './place.ts';
import { SESSION_KEY } from './session-key.ts';

export { SESSION_KEY } from './session-key.ts';

export type Workspace = {
  id: string;
  slug: string;
  name: string;
  mode: string;
  status: string;
  role: string;
};

/** Who is signed in, their current workspace and their permissions in it (`GET /api/auth/session`). */
export type Session = {
  user: { id: string; email: string; name: string; is_operator: boolean; timezone: string | null };
  session_id: string;
  workspaces: Workspace[];
  workspace: Workspace | null;
  on_platform: boolean;
  permissions: string[];
};

const SessionContext = createContext<Session | null>(null);

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
  const isSignedOut = error instanceof CallError && error.failure.code === 'unauthenticated';
  useEffect(() => {
    if (isSignedOut && !data) location.replace(signInPath());
  }, [isSignedOut, data]);
  if (data) setTimeZone(data.user.timezone);
  if (!data && (isSignedOut || !error)) return waiting;
  if (!data) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (!place && !data.workspace && !data.on_platform) return <NoWorkspace email={data.user.email} />;
  return (
    <SessionContext value={data}>
      {children}
      {isSignedOut ? <SignedOut refresh={() => void refetch()} /> : null}
    </SessionContext>
  );
}

/** The session ended under somebody who may be writing: what stands on the page stays there. */
function SignedOut({ refresh }: { refresh: () => void }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const check = () => {
      refresh();
      void queryClient.invalidateQueries();
    };
    window.addEventListener('focus', check);
    return () => window.removeEventListener('focus', check);
  }, [refresh, queryClient]);
  return (
    <Dialog open onClose={() => undefined} title="Your session has ended" isOnce>
      <div className="space-y-4 px-5 pb-5 text-sm leading-6 text-ink-soft">
        <p>Nothing on this page is lost. Sign in again in a new tab, then come back here and go on.</p>
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

/** Reads the session. A tab whose workspace the person has left moves to another one of theirs. */
async function readSession(): Promise<Session> {
  const session = await callJson<Session>('GET', '/api/auth/session');
  const place = session.on_platform ? 'platform' : session.workspace?.id;
  if (place) keepPlace(place);
  return place || !forgetPlace() ? session : readSession();
}

/** The sign-in page, which leads back to the current page. */
const signInPath = (): string =>
  `/console/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider around it.');
  return session;
}

/** Whether the signed-in person may do this. Pages show no buttons for actions that the server would refuse. */
export const useMay = (permission: Permission): boolean => useSession().permissions.includes(permission);

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
