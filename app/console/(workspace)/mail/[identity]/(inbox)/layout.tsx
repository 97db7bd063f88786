import type { ReactNode } from 'react';
import { InboxFrame } from '../../../../mailbox/inbox-frame.tsx';

export default function InboxLayout({ children }: { children: ReactNode }) {
  return <InboxFrame>{children}</InboxFrame>;
}
