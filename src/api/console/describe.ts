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
  user: { id: string; email: string; name: string; is_operator: boolean };
  session_id: string;
  workspaces: WorkspaceInfo[];
  /** The workspace they act in; null on the platform, or when they are in none. */
  workspace: WorkspaceInfo | null;
  on_platform: boolean;
  /** What the server will let them do here; nothing in a suspended workspace. */
  permissions: string[];
};

export function describeVisitor({ session, place }: Visitor): SessionInfo {
  return {
    user: {
      id: session.user_id,
      email: session.email,
      name: session.name,
      is_operator: session.is_operator,
    },
    session_id: session.id,
    workspaces: session.workspaces.map(toInfo),
    workspace: place === null || place === PLATFORM ? null : toInfo(place),
    on_platform: place === PLATFORM,
    permissions: permissionsOf({ session, place }),
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

function permissionsOf({ session, place }: Visitor): string[] {
  try {
    return [...actorOf(session, place).permissions].sort();
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
