import type { Metadata } from 'next';
import { SessionsPage } from '../../account/sessions-page.tsx';

export const metadata: Metadata = { title: 'Sessions' };

export default function Page() {
  return <SessionsPage />;
}
