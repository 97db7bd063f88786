import type { Metadata } from 'next';
import { PlatformAuditPage } from '../../../platform/audit-page.tsx';

export const metadata: Metadata = { title: 'All audit events' };

export default function Page() {
  return <PlatformAuditPage />;
}
