import { createContext, useContext } from 'react';
import type { Permission } from '#kernel/catalogue/permissions.ts';

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
  /** Why the workspace does not accept their sign-in method, and the methods that it accepts; null if it accepts it. */
  denial: { code: string; ways: { name: string; label: string }[] } | null;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider around it.');
  return session;
}

/** Whether the signed-in person may do this. Pages show no buttons for actions that the server would refuse. */
export const useMay = (permission: Permission): boolean => useSession().permissions.includes(permission);

/** The same for parts that may be shown without a session, and only in a workspace. */
export function useMaySee(permission: Permission): boolean {
  const session = useContext(SessionContext);
  return session?.workspace != null && session.permissions.includes(permission);
}
