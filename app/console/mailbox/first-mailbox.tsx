'use client';

import { AtSign } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useSession } from '../data/session.tsx';
import { NoMailbox } from '../shell/mailbox-page.tsx';
import { useCurrentMailbox, useMailboxes } from '../shell/mailboxes.ts';

/**
 * Redirects to the mailbox that was open last, or offers to create one. Operators without a workspace go to the platform
 * pages.
 */
export function FirstMailbox() {
  const router = useRouter();
  const { workspace } = useSession();
  const { isPending } = useMailboxes();
  const mailbox = useCurrentMailbox();
  useEffect(() => {
    if (!workspace) router.replace('/console/platform');
    else if (mailbox) router.replace(`/console/mail/${mailbox.id}`);
  }, [workspace, mailbox, router]);
  if (isPending || mailbox) return null;
  return (
    <div className="grid h-full place-items-center">
      <NoMailbox icon={AtSign}>
        An identity gives an agent its own address and mailbox. Create the first one.
      </NoMailbox>
    </div>
  );
}
