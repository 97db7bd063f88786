import type { Metadata } from 'next';
import { DomainsPage } from '../../domains/domains-page.tsx';

export const metadata: Metadata = { title: 'Domains' };

export default function Page() {
  return <DomainsPage />;
}
