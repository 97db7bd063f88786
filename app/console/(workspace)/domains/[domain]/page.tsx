import type { Metadata } from 'next';
import { DomainPage } from '../../../domains/domain-page.tsx';

export const metadata: Metadata = { title: 'Domain' };

export default async function Page({ params }: { params: Promise<{ domain: string }> }) {
  const { domain } = await params;
  return <DomainPage id={domain} />;
}
