import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { Role } from '#workspace/members/index.ts';
import { actorOf, PLATFORM, type Workspace } from '#workspace/sign-in/index.ts';
import { type Denial, denialOf, waysOf } from '#workspace/sign-in-rules/index.ts';
import type { Visitor } from './visitor.ts';

export type WorkspaceInfo = {
  id: string;
  slug: string;
  name: string;
  mode: 'live' | 'test';
  status: 'active' | 'suspended';
  role: Role;
};

/** The console's data about the signed-in person and their workspace. */
export type SessionInfo = {
  /** `timezone` is the zone in which the person reads times; null follows their device. */
  user: { id: string; email: string; name: string; is_operator: boolean; timezone: string | null };
  session_id: string;
  workspaces: WorkspaceInfo[];
  /** The workspace they act in; null on the platform, or when they are in none. */
  workspace: WorkspaceInfo | null;
  on_platform: boolean;
  /** The permissions that they have here; none in a suspended workspace. */
  permissions: string[];
  /** Why the workspace does not accept the way in which they signed in, and the ways that it accepts. */
  denial: { code: Denial; ways: SignInMethod[] } | null;
};

type SignInMethod = { name: string; label: string };

export function describeVisitor({ session, scope }: Visitor, services: Services): SessionInfo {
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
    denial: scope === null || scope === PLATFORM ? null : denialIn(scope, session.way, services),
  };
}

function denialIn(scope: Workspace, way: string, services: Services): SessionInfo['denial'] {
  const code = denialOf(scope, way);
  if (code === null) return null;
  const accepted = scope.sso_provider === null ? scope.methods : [scope.sso_provider];
  return { code, ways: waysOf(services).filter(({ name }) => accepted.includes(name)) };
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
