import type { Metadata } from 'next';
import { QuarantinePage } from '../../../../mailbox/quarantine-page.tsx';

export const metadata: Metadata = { title: 'Quarantine' };

export default function Page() {
  return <QuarantinePage />;
}
