import { AppError } from '#kernel/catalogue/errors.ts';
import type { Role } from '#workspace/members/index.ts';
import { actorOf, PLATFORM } from '#workspace/sign-in/index.ts';
import type { Visitor } from './visitor.ts';

export type WorkspaceInfo = {
  id: string;
  slug: string;
  name: string;
  mode: 'live' | 'test';
  status: 'active' | 'suspended';
  role: Role;
};

/** What the console knows about who is signed in, and where they are. */
export type SessionInfo = {
  /** `timezone` is the zone in which they read times; null follows their device. */
  user: { id: string; email: string; name: string; is_operator: boolean; timezone: string | null };
  session_id: string;
  workspaces: WorkspaceInfo[];
  /** The workspace they act in; null on the platform, or when they are in none. */
  workspace: WorkspaceInfo | null;
  on_platform: boolean;
  /** What the server will let them do here; nothing in a suspended workspace. */
  permissions: string[];
};

export function describeVisitor({ session, scope }: Visitor): SessionInfo {
  return {
    user: {
      id: session.user_id,
      email: session.email,
      name: session.name,
      is_operator: session.is_operator,
      timezone: session.timezone,
    },
    session_id: session.id,
    workspaces: session.workspaces.map(toInfo),
    workspace: scope === null || scope === PLATFORM ? null : toInfo(scope),
    on_platform: scope === PLATFORM,
    permissions: permissionsOf({ session, scope }),
  };
}

const toInfo = ({ id, slug, name, mode, status, role }: WorkspaceInfo): WorkspaceInfo => ({
  id,
  slug,
  name,
  mode,
  status,
  role,
});

function permissionsOf({ session, scope }: Visitor): string[] {
  try {
    return [...actorOf(session, scope).permissions].sort();
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
