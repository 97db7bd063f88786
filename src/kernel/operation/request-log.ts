/** One answered call of the API: no body, no query, nothing that a caller wrote but the choice of the route. */
export type LoggedCall = {
  request_id: string;
  tenant_id: string;
  key_id: string;
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

export type RequestLog = {
  /** In memory; written soon after, so that no request pays for it. Dropped and counted while too much waits. */
  add(call: LoggedCall): void;
  /** Writes what waits in this process. */
  flush(): Promise<void>;
};
