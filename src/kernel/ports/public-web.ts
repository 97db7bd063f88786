import type { LookupAddress } from 'node:dns';

/** The outcome of a POST: the status of the server's response, or the reason why there is none. */
export type PostResult = { status: number; error: null } | { status: null; error: string };

/** A file of the web, as its server describes it, or one sentence that says why there is none. */
export type FileResult =
  | { content: Buffer; contentType: string | null; filename: string | null; error: null }
  | { content: null; error: string };

/**
 * The outside as customers name it: URLs and hosts that must not lead back into the own network (SSRF). With
 * PM_INSECURE_TARGETS everything is let through, plain http too.
 */
export type PublicWeb = {
  /** Why a URL may not be called, or null. A name that does not resolve now is let through: each connection asks again. */
  refusalOf(url: string): Promise<string | null>;
  /** All addresses of a host, every one of them public. @throws Error when one is not, or there is none */
  resolve(host: string): Promise<LookupAddress[]>;
  /**
   * One POST, within 15 seconds in all. Redirects are not followed; of the answer's body at most 4 KB are read, as they
   * come, and thrown away. Never throws.
   */
  post(url: string, headers: Record<string, string>, body: string): Promise<PostResult>;
  /**
   * A small JSON document, within 5 seconds in all: at most 64 KB, without redirects. Null for every other answer, and
   * for an address that is not public. Never throws.
   */
  getJson(url: string): Promise<unknown>;
  /**
   * A file, within 10 seconds in all and of at most `bytes`; up to three redirects are followed, each of them checked like
   * the first URL. Never throws.
   */
  getFile(url: string, bytes: number): Promise<FileResult>;
  close(): Promise<void>;
};
