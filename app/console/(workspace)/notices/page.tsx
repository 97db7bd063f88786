import type { Metadata } from 'next';
import { NoticesPage } from '../../notices/notices-page.tsx';

export const metadata: Metadata = { title: 'Notices' };

export default function Page() {
  return <NoticesPage />;
}
