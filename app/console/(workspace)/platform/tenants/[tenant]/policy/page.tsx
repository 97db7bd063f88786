import type { Metadata } from 'next';
import { TenantPolicyPage } from '../../../../../platform/tenant-policy-page.tsx';

export const metadata: Metadata = { title: 'Policy of a tenant' };

export default function Page() {
  return <TenantPolicyPage />;
}
