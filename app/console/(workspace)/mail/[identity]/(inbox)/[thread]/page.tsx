import type { Metadata } from 'next';
import { ThreadView } from '../../../../../mailbox/thread-view.tsx';

export const metadata: Metadata = { title: 'Conversation' };

export default function Page() {
  return <ThreadView />;
}
