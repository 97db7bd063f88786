import { MailOpen } from 'lucide-react';
import type { Metadata } from 'next';
import { Empty } from '../../../../parts/empty.tsx';

export const metadata: Metadata = { title: 'Mail' };

/** Shown next to the list while no conversation is open. */
export default function InboxPage() {
  return (
    <div className="grid h-full place-items-center">
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
