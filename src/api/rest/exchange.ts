/** An HTTP request as the API needs it, whoever received it: Node's own server, or Next. */
export type ApiRequest = {
  method: string;
  /** Path and query, as they stand in the request line. */
  target: string;
  /** By lower-case name. */
  header(name: string): string | null;
  body: AsyncIterable<Uint8Array> | null;
  /** Aborts when the client has disconnected. Made when it is asked for: most requests never wait. */
  signal(): AbortSignal;
  /** Who holds the other end of the connection: the client, or the proxy in front. Absent where it is not known. */
  remoteAddress?: string | undefined;
};

/** What is to be answered. */
export type ApiAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | ReadableStream<Uint8Array> | null;
};

export type Api = (request: ApiRequest) => Promise<ApiAnswer>;
