import type { Metadata } from 'next';
import { TenantPage } from '../../../../platform/tenant-page.tsx';

export const metadata: Metadata = { title: 'Tenant' };

export default function Page() {
  return <TenantPage />;
}
