import type { Metadata } from 'next';
import { RequestsPage } from '../../../requests/requests-page.tsx';

export const metadata: Metadata = { title: 'Requests' };

export default function Page() {
  return <RequestsPage />;
}
