import type { Session } from './session-context.ts';

/** The request header in which proxy.ts tells the layouts their page: its path and query. */
export const PAGE_HEADER = 'proofmail-page';

/** The zone of the device, so that the server writes times as the browser will. */
export const ZONE_COOKIE = 'pm-zone';

/**
 * The data in the first response for a page, so that the page shows it before any script runs and does not request it
 * again.
 */
export type Seed = {
  session: Session;
  /** The zone of the device, if it has told. */
  deviceZone: string | null;
  /** Answers by their key in the cache of queries. */
  answers: [key: readonly unknown[], answer: unknown][];
};

/** The key under which the queries of tRPC keep the answer of an operation. */
export const operationKey = (operation: `${string}.${string}`, input: object) =>
  [operation.split('.'), { input, type: 'query' }] as const;

export const noticesKey = ['notices'] as const;

export const unreadNoticesKey = (workspace: string | undefined) =>
  [...noticesKey, 'unread', workspace] as const;

/** In place of an id: the lists show all mailboxes of the workspace. */
export const ALL_MAILBOXES = 'all';

/** The mailbox switch and the command menu offer this many. The identities page lists all of them. */
export const OFFERED_MAILBOXES = 100;
