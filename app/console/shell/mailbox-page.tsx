'use client';

import type { LucideIcon } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { failureOf } from '../data/failures.ts';
import type { Identity } from '../data/trpc.ts';
import { buttonLook } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useMailboxes } from './mailboxes.ts';

/** Chooses the mailbox that a page is about. */
export function MailboxFilter({ mailbox, choose }: { mailbox: Identity; choose: (id: string) => void }) {
  const { mailboxes } = useMailboxes();
  return (
    <FilterSelect
      label="Mailbox"
      value={mailbox.id}
      options={mailboxes.map(({ id, display_name, primary_address }) => [
        id,
        display_name || primary_address,
      ])}
      onChange={choose}
    />
  );
}

type NoMailboxProps = { icon: LucideIcon; children: ReactNode };

/** Shown instead of a page about a mailbox while mailboxes are loading, if loading failed, or if there is none. */
export function NoMailbox({ icon, children }: NoMailboxProps) {
  const { isPending, error, refetch } = useMailboxes();
  if (error) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-32" />;
  return (
    <Empty icon={icon} title="There is no mailbox yet">
      <p>{children}</p>
      <Link href="/console/identities?new=1" className={buttonLook({ tone: 'primary' })}>
        Create an identity
      </Link>
    </Empty>
  );
}
