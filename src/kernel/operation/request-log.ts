import type { Actor } from './actor.ts';

/** One answered call of the API: no body, no query, nothing that a caller wrote but the choice of the route. */
export type LoggedCall = {
  request_id: string;
  tenant_id: string;
  /** The key that called; null for a person in the console, whose refused calls are logged. */
  key_id: string | null;
  user_id: string | null;
  method: string;
  /** The pattern of the path, for example `/v1/identities/{identity_id}`; for tools of MCP their name. */
  route: string;
  status: number;
  /** The error code of the answer; null for none. */
  code: string | null;
  duration_ms: number;
  /** When the answer was ready, in milliseconds since 1970. */
  at: number;
};

export type LoggedCaller = Pick<LoggedCall, 'tenant_id' | 'key_id' | 'user_id'>;

/**
 * The workspace of a call: that of the key, or for platform and partner keys that of the requested object. An
 * operator's calls are in no workspace's log.
 */
export function callerOf(
  { key_id, user_id, level, tenant_id }: Pick<Actor, 'key_id' | 'user_id' | 'level' | 'tenant_id'>,
  target: unknown,
): LoggedCaller | null {
  if (key_id === null && level !== 'tenant') return null;
  const workspace = tenant_id ?? workspaceOf(target);
  return workspace === null ? null : { tenant_id: workspace, key_id, user_id };
}

function workspaceOf(target: unknown): string | null {
  if (typeof target !== 'object' || target === null) return null;
  if ('tenant_id' in target && typeof target.tenant_id === 'string') return target.tenant_id;
  return 'id' in target && typeof target.id === 'string' && target.id.startsWith('ten_') ? target.id : null;
}

export type RequestLog = {
  /** In memory; written soon after, so that no request pays for it. Dropped and counted while too much waits. */
  add(call: LoggedCall): void;
  /** Writes what waits in this process. */
  flush(): Promise<void>;
};
