'use client';

import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { type RefObject, useRef, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { useSession } from '../data/session.tsx';
import { type Approval, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { approvalTexts } from '../labels/approvals.ts';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { NamedItem } from '../parts/named-item.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useShortcuts } from '../shell/shortcuts.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { BatchBar } from './batch.tsx';

const PAGE = 25;
const REFRESH_MS = 15_000;
export const approvalsKey = (tenantId: string) => ['approvals', tenantId] as const;

/** The queue of messages that wait for a person, and the earlier decisions. */
export function ApprovalsPage() {
  const { workspace } = useSession();
  const search = useSearchParams();
  const showsAll = search.get('tab') === 'all';
  const named = search.get('open');
  if (!workspace) return null;
  return (
    <Page title={approvalTexts.title} intro={approvalTexts.intro}>
      <nav aria-label={approvalTexts.title} className="mb-5 flex gap-1 border-b border-line">
        <Tab href="/console/approvals" name={approvalTexts.waiting} isCurrent={!showsAll && !named} />
        <Tab href="/console/approvals?tab=all" name={approvalTexts.all} isCurrent={showsAll} />
      </nav>
      {named ? (
        <NamedApproval id={named} />
      ) : (
        <Queue key={String(showsAll)} tenantId={workspace.id} showsAll={showsAll} />
      )}
    </Page>
  );
}

function NamedApproval({ id }: { id: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.approvals.get.queryOptions({ approval_id: id }));
  return (
    <NamedItem query={query} all={{ href: '/console/approvals', name: approvalTexts.showWaiting }}>
      {(approval) => <ApprovalCard approval={approval} startsOpen />}
    </NamedItem>
  );
}

function Tab({ href, name, isCurrent }: { href: string; name: string; isCurrent: boolean }) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        '-mb-px shrink-0 border-b-2 border-transparent px-3 py-2 text-sm text-ink-soft hover:text-ink',
        isCurrent && 'border-ink font-medium text-ink',
      )}
    >
      {name}
    </Link>
  );
}

function Queue({ tenantId, showsAll }: { tenantId: string; showsAll: boolean }) {
  const client = useTRPCClient();
  const query = usePages<Approval>(
    [...approvalsKey(tenantId), showsAll],
    (cursor) =>
      client.approvals.list.query({
        tenant_id: tenantId,
        limit: PAGE,
        ...(!showsAll && { status: 'pending' as const }),
        ...(cursor && { cursor }),
      }),
    REFRESH_MS,
  );
  const { items, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  useMovement(list);
  if (error && items.length === 0)
    return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-32" />;
  if (items.length === 0) {
    return (
      <Empty icon={ShieldCheck} title={approvalTexts.emptyTitle}>
        <p>{approvalTexts.empty}</p>
      </Empty>
    );
  }
  const choose = (id: string) => setChosen((before) => toggled(before, id));
  const waiting = items.filter(({ id, status }) => chosen.has(id) && status === 'pending');
  return (
    <>
      <BatchBar tenantId={tenantId} chosen={waiting} onDone={() => setChosen(new Set())} />
      <ul ref={list} className="space-y-3">
        {items.map((approval) => (
          <li key={approval.id}>
            <ApprovalCard
              approval={approval}
              isChosen={chosen.has(approval.id)}
              onChoose={() => choose(approval.id)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      <p className="mt-4 hidden text-xs text-ink-soft sm:block">{approvalTexts.keys}</p>
    </>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** J and K move the focus from one message to the next. The focused message has its own keys for deciding. */
function useMovement(list: RefObject<HTMLUListElement | null>): void {
  const move = (step: number) => {
    const heads = [...(list.current?.querySelectorAll<HTMLElement>('[data-approval]') ?? [])];
    const at = heads.findIndex((head) => head.closest('article')?.contains(document.activeElement));
    heads[at === -1 ? 0 : Math.min(Math.max(at + step, 0), heads.length - 1)]?.focus();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
}
