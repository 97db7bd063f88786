import type { Metadata } from 'next';
import { PartnersPage } from '../../../platform/partners-page.tsx';

export const metadata: Metadata = { title: 'Partners' };

export default function Page() {
  return <PartnersPage />;
}
