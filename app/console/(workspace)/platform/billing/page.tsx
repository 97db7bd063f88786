import type { Metadata } from 'next';
import { TenantUsagePage } from '../../../platform/tenant-usage-page.tsx';

export const metadata: Metadata = { title: 'Plans and usage' };

export default function Page() {
  return <TenantUsagePage />;
}
