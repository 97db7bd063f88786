/** An HTTP request in the form that the API reads, from Node's own server or from Next. */
export type ApiRequest = {
  method: string;
  /** Path and query, exactly as in the request line. */
  target: string;
  /** By lower-case name. */
  header(name: string): string | null;
  body: AsyncIterable<Uint8Array> | null;
  /** Aborts when the client has disconnected. Created on first use, because most requests never wait. */
  signal(): AbortSignal;
  /** The address at the other end of the connection: the client or a proxy. Absent when it is unknown. */
  remoteAddress?: string | undefined;
};

/** The answer to a request. */
export type ApiAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | ReadableStream<Uint8Array> | null;
};

export type Api = (request: ApiRequest) => Promise<ApiAnswer>;
