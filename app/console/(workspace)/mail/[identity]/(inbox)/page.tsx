import { MailOpen } from 'lucide-react';
import type { Metadata } from 'next';
import { Empty } from '../../../../parts/empty.tsx';

export const metadata: Metadata = { title: 'Mail' };

/** Shown next to the list while no conversation is open. Not centred: the page may arrive in pieces, and would move then. */
export default function InboxPage() {
  return (
    <div className="pt-[18vh]">
      <Empty icon={MailOpen} title="No conversation is open">
        <p>
          Choose one from the list, or move with <kbd className="font-mono text-ink">j</kbd> and{' '}
          <kbd className="font-mono text-ink">k</kbd> and open it with{' '}
          <kbd className="font-mono text-ink">Enter</kbd>.
        </p>
      </Empty>
    </div>
  );
}
