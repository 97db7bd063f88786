import type { Metadata } from 'next';
import { ApplicationsPage } from '../../../connections/applications-page.tsx';

export const metadata: Metadata = { title: 'Connected apps' };

export default function Page() {
  return <ApplicationsPage />;
}
