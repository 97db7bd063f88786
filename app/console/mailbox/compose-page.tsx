'use client';

import { useRouter } from 'next/navigation';
import { useCurrentMailbox } from '../shell/mailboxes.ts';
import { Composer } from './composer.tsx';
import { SenderHints } from './sender-hints.tsx';

export function ComposePage() {
  const mailbox = useCurrentMailbox();
  const router = useRouter();
  if (!mailbox) return null;
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 py-6 sm:px-8">
        <h1 className="text-lg font-semibold tracking-tight">New message</h1>
        <p className="mt-1 mb-4 text-sm text-ink-soft">
          From {mailbox.display_name} &lt;{mailbox.primary_address}&gt;
        </p>
        <SenderHints identity={mailbox} />
        <Composer
          about={{ identity: mailbox, mode: 'new', message: null }}
          onDone={() => router.push(`/console/mail/${mailbox.id}`)}
        />
      </div>
    </div>
  );
}
