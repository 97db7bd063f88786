import type { LookupAddress } from 'node:dns';

/** The outcome of a POST: the status of the server's response, or the reason why there is none. */
export type PostResult = { status: number; error: null } | { status: null; error: string };

/** A file from the web with the properties that its server stated, or one sentence that says why there is none. */
export type FileResult =
  | { content: Buffer; contentType: string | null; filename: string | null; error: null }
  | { content: null; error: string };

/**
 * URLs and hosts that customers give us and that must not lead into our own network (SSRF). With PM_INSECURE_TARGETS,
 * everything is allowed, even plain http.
 */
export type PublicWeb = {
  /**
   * Why a URL may not be called, or null. A name that does not resolve now is allowed, because each connection checks again.
   */
  refusalOf(url: string): Promise<string | null>;
  /** All addresses of a host, every one of them public. @throws Error when one is not, or there is none */
  resolve(host: string): Promise<LookupAddress[]>;
  /**
   * Sends one POST, within 15 seconds in total. Redirects are not followed. At most 4 KB of the response's body are read and
   * discarded. Never throws.
   */
  post(url: string, headers: Record<string, string>, body: string): Promise<PostResult>;
  /**
   * Fetches a JSON document of at most 64 KB, within 5 seconds in total and without redirects. Null for every other
   * response, and for an address that is not public. Never throws.
   */
  getJson(url: string): Promise<unknown>;
  /**
   * Fetches a file of at most `bytes`, within 10 seconds in total. Up to three redirects are followed; each is checked like
   * the first URL. Never throws.
   */
  getFile(url: string, bytes: number): Promise<FileResult>;
  close(): Promise<void>;
};
