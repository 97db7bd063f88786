import type { Metadata } from 'next';
import { DraftsPage } from '../../../../mailbox/drafts-page.tsx';

export const metadata: Metadata = { title: 'Drafts' };

export default function Page() {
  return <DraftsPage />;
}
