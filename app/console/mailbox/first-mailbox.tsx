'use client';

import { AtSign } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { failureOf } from '../data/failures.ts';
import { useSession } from '../data/session.tsx';
import { buttonLook } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useCurrentMailbox, useMailboxes } from '../shell/mailboxes.ts';

/** Redirects to the mailbox that was open last, or offers to create one. Operators without a workspace go to the platform pages. */
export function FirstMailbox() {
  const router = useRouter();
  const { workspace } = useSession();
  const { isPending, error, refetch } = useMailboxes();
  const mailbox = useCurrentMailbox();
  useEffect(() => {
    if (!workspace) router.replace('/console/platform');
    else if (mailbox) router.replace(`/console/mail/${mailbox.id}`);
  }, [workspace, mailbox, router]);
  if (error) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (isPending || mailbox) return null;
  return (
    <div className="grid h-full place-items-center">
      <Empty icon={AtSign} title="There is no mailbox yet">
        <p>An identity gives an agent its own address and mailbox. Create the first one.</p>
        <Link href="/console/identities?new=1" className={buttonLook({ tone: 'primary' })}>
          Create an identity
        </Link>
      </Empty>
    </div>
  );
}
