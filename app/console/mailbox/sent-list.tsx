'use client';

import { useParams } from 'next/navigation';
import { failureOf } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { type SentMessage, useTRPCClient } from '../data/trpc.ts';
import { deliveryStatus, sentGroups } from '../labels/deliveries.ts';
import { Badge } from '../parts/badge.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Time } from '../parts/time.tsx';
import { ALL_MAILBOXES, useMailboxes } from '../shell/mailboxes.ts';
import { Nothing, useMailTenant, WaitingList } from './list-parts.tsx';
import { MailRows } from './mail-rows.tsx';
import { nameOf } from './people.ts';
import { threadsKey } from './query-keys.ts';
import { RowLink } from './thread-row.tsx';
import { conversationHref, type ListState, queryOf } from './views.ts';

const PAGE = 50;
const REFRESH_MS = 15_000;

/** Messages that were sent or are being sent, with their outcomes. */
export function SentList({ scope, state }: { scope: string; state: ListState }) {
  const tenantId = useMailTenant();
  const client = useTRPCClient();
  const status = state.ended ? [...sentGroups[state.ended].statuses] : undefined;
  const query = usePages<SentMessage>(
    [...threadsKey(scope), 'sent', state.ended, tenantId],
    (cursor) =>
      client.messages.list_sent.query({
        tenant_id: tenantId ?? '',
        ...(scope !== ALL_MAILBOXES && { identity_id: scope }),
        ...(status && { status }),
        limit: PAGE,
        ...(cursor && { cursor }),
      }),
    REFRESH_MS,
    tenantId !== null,
  );
  const { thread: open } = useParams<{ thread?: string }>();
  const { mailboxes } = useMailboxes();
  if (query.error && query.items.length === 0)
    return <FailureNotice failure={failureOf(query.error)} retry={() => void query.refetch()} />;
  if (query.isPending) return <WaitingList />;
  if (query.items.length === 0) return <Nothing state={state} />;
  const hrefOf = ({ thread_id, identity_id }: SentMessage) =>
    conversationHref(scope, { id: thread_id, identityId: identity_id }, state);
  return (
    <>
      {query.items.some(isCaptured) ? <CapturedNotice /> : null}
      <MailRows
        items={query.items}
        rowOf={(message) => ({
          key: message.id,
          href: hrefOf(message),
          isOpen: message.thread_id === open,
        })}
        listHref={`/console/mail/${scope}${queryOf(state)}`}
        fetchMore={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
        row={(message, { isCurrent }) => (
          <SentRow
            message={message}
            href={`${hrefOf(message)}#${message.id}`}
            mailbox={
              scope === ALL_MAILBOXES
                ? (mailboxes.find(({ id }) => id === message.identity_id)?.display_name ?? null)
                : null
            }
            isOpen={message.thread_id === open}
            isCurrent={isCurrent}
          />
        )}
      />
    </>
  );
}

const isCaptured = ({ flags }: Pick<SentMessage, 'flags'>): boolean => flags.includes('captured');

/** Shown with every captured message, because it looks as if it had been sent. */
export const CapturedNotice = () => (
  <p className="shrink-0 border-b border-line bg-warn-wash px-4 py-2 text-[13px] leading-5 text-warn">
    This deployment captures outgoing mail: messages marked “Captured, not sent” have not left it, and nobody
    outside received them.
  </p>
);

type RowProps = {
  message: SentMessage;
  href: string;
  mailbox: string | null;
  isOpen: boolean;
  isCurrent: boolean;
};

function SentRow({ message, href, mailbox, isOpen, isCurrent }: RowProps) {
  const { name, tone } = deliveryStatus(message.status, message.flags);
  const people = [...message.to, ...message.cc, ...message.bcc];
  const leaves = message.status === 'queued' ? message.send_at : null;
  const reached = message.deliveries.filter(({ status }) => status === 'delivered').length;
  return (
    <RowLink
      href={href}
      isOpen={isOpen}
      isCurrent={isCurrent}
      first={
        <>
          <span className="min-w-0 truncate text-[13px] font-medium">
            To {people.map(nameOf).join(', ') || 'nobody'}
          </span>
          <span className="ml-auto flex shrink-0 items-center gap-2">
            {people.length > 1 && reached > 0 && message.status !== 'delivered' ? (
              <span className="text-xs text-ink-soft tabular-nums">
                {reached} of {people.length} delivered
              </span>
            ) : null}
            <Badge tone={tone} className="h-4.5">
              {name}
            </Badge>
            <span className="text-xs text-ink-soft tabular-nums">
              {leaves === null ? (
                <Time at={message.created_at} />
              ) : (
                <>
                  leaves <Time at={leaves} />
                </>
              )}
            </span>
          </span>
        </>
      }
      second={
        <>
          <span className="text-ink">{message.subject || 'No subject'}</span>
          {message.snippet ? ` — ${message.snippet}` : ''}
        </>
      }
      mailbox={mailbox}
    />
  );
}
