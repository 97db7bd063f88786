import type { Metadata } from 'next';
import { AuditPage } from '../../workspace/audit-page.tsx';

export const metadata: Metadata = { title: 'Audit log' };

export default function Page() {
  return <AuditPage />;
}
