import type { Metadata } from 'next';
import { ComposePage } from '../../../../mailbox/compose-page.tsx';

export const metadata: Metadata = { title: 'New message' };

export default function Page() {
  return <ComposePage />;
}
