import type { Actor } from './actor.ts';

/** One answered call of the API. It contains no body, no query, and nothing else that the caller wrote. */
export type LoggedCall = {
  request_id: string;
  tenant_id: string;
  /** The calling key; null for a person in the console, of whose calls only refused ones are logged. */
  key_id: string | null;
  user_id: string | null;
  method: string;
  /** The pattern of the path, for example `/v1/identities/{identity_id}`, or the name of an MCP tool. */
  route: string;
  status: number;
  /** The error code of the response; null if it succeeded. */
  code: string | null;
  duration_ms: number;
  /** When the answer was ready, in milliseconds since 1970. */
  at: number;
};

export type LoggedCaller = Pick<LoggedCall, 'tenant_id' | 'key_id' | 'user_id'>;

/**
 * The workspace whose log a call appears in: the key's, or for platform and partner keys that of the requested object. The
 * calls of operators appear in no workspace's log.
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
  /**
   * Queues a call in memory. It is written shortly afterwards, so that no request waits for this. While the queue is full,
   * calls are dropped and counted.
   */
  add(call: LoggedCall): void;
  /** Writes the calls that wait in this process. */
  flush(): Promise<void>;
};
