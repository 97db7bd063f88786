import type { Session } from './session-context.ts';

/** The request header in which proxy.ts tells the layouts their page: its path and query. */
export const PAGE_HEADER = 'proofmail-page';

/** The cookie with the device's time zone, so that the server formats times like the browser. */
export const ZONE_COOKIE = 'pm-zone';

/**
 * The data in the first response for a page, so that the page shows it before any script runs and does not request it
 * again.
 */
export type Seed = {
  session: Session;
  /** The device's time zone, if known. */
  deviceZone: string | null;
  /** Responses by their keys in the query cache. */
  answers: [key: readonly unknown[], answer: unknown][];
};

/** The key under which tRPC's queries cache the response of an operation. */
export const operationKey = (operation: `${string}.${string}`, input: object) =>
  [operation.split('.'), { input, type: 'query' }] as const;

export const noticesKey = ['notices'] as const;

export const unreadNoticesKey = (workspace: string | undefined) =>
  [...noticesKey, 'unread', workspace] as const;

/** Used instead of a mailbox's id: the lists show all mailboxes of the workspace. */
export const ALL_MAILBOXES = 'all';

/** The number of mailboxes in the mailbox switch and the command menu. The identities page lists all of them. */
export const OFFERED_MAILBOXES = 100;
