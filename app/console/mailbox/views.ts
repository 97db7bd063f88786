import { ALL_MAILBOXES } from '../data/seed-keys.ts';
import type { ThreadListInput, ThreadSummary } from '../data/trpc.ts';
import { type SentGroup, sentGroups } from '../labels/deliveries.ts';
import { threadsKey } from './query-keys.ts';

/** The views of the thread list, as the URL names them. */
export const views = ['inbox', 'unread', 'reply', 'sent', 'archive'] as const;
export type View = (typeof views)[number];

export const viewNames: Record<View, string> = {
  inbox: 'Inbox',
  unread: 'Unread',
  reply: 'Needs reply',
  sent: 'Sent',
  archive: 'Archive',
};

/** Threads with at least this score need a reply. */
export const NEEDS_REPLY_FROM = 0.5;
/** Urgency runs from 0 to 3. */
export const URGENT_FROM = 2;

export type ListState = {
  view: View;
  label: string | null;
  category: string | null;
  /** In Sent, the outcome by which messages are filtered; null for all. */
  ended: SentGroup | null;
};
type Filters = Omit<ThreadListInput, 'tenant_id' | 'identity_id' | 'limit' | 'cursor'>;

const filtersOfView: Record<View, Filters> = {
  inbox: { archived: false, direction: 'inbound' },
  unread: { archived: false, is_unread: true },
  reply: { archived: false, needs_reply_gte: NEEDS_REPLY_FROM },
  sent: { direction: 'outbound' },
  archive: { archived: true },
};

export function listStateOf(query: URLSearchParams): ListState {
  const view = views.find((name) => name === query.get('view')) ?? 'inbox';
  const ended = query.get('ended');
  return {
    view,
    label: query.get('label'),
    category: query.get('category'),
    ended: ended !== null && Object.hasOwn(sentGroups, ended) ? (ended as SentGroup) : null,
  };
}

export const filtersOf = ({ view, label, category }: ListState): Filters => ({
  ...filtersOfView[view],
  ...(label && { label }),
  ...(category && { category }),
});

const THREADS_PER_PAGE = 50;

/** The input for the first page of a list. */
export const threadsInput = (tenantId: string, scope: string, state: ListState): ThreadListInput => ({
  tenant_id: tenantId,
  ...(scope !== ALL_MAILBOXES && { identity_id: scope }),
  limit: THREADS_PER_PAGE,
  ...filtersOf(state),
});

/** The query string of the page, empty for the plain inbox. */
export function queryOf(
  { view, label, category, ended }: ListState,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams();
  if (view !== 'inbox') query.set('view', view);
  if (label) query.set('label', label);
  if (category) query.set('category', category);
  if (ended && view === 'sent') query.set('ended', ended);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.size > 0 ? `?${query}` : '';
}

/** The address of a conversation in the list of one mailbox, or of all. */
export const conversationHref = (
  scope: string,
  { id, identityId }: { id: string; identityId: string },
  state: ListState,
): string =>
  `/console/mail/${scope}/${id}${queryOf(state, scope === ALL_MAILBOXES ? { in: identityId } : {})}`;

export const MESSAGES_PER_PAGE = 50;

/** The input for a conversation without its messages, which are read in pages. */
export const conversationInput = (identityId: string, threadId: string) => ({
  identity_id: identityId,
  thread_id: threadId,
  messages_limit: 1,
});

/** The cache key of one list. */
export const listKey = (scope: string, state: ListState, tenantId: string | null) =>
  [...threadsKey(scope), filtersOf(state), tenantId] as const;

export const needsReply = ({ needs_reply }: Pick<ThreadSummary, 'needs_reply'>): boolean =>
  (needs_reply ?? 0) >= NEEDS_REPLY_FROM;

export const isUrgent = ({ urgency }: Pick<ThreadSummary, 'urgency'>): boolean =>
  (urgency ?? 0) >= URGENT_FROM;
