import type { Metadata } from 'next';
import { IdentitiesPage } from '../../identities/identities-page.tsx';

export const metadata: Metadata = { title: 'Identities' };

export default function Page() {
  return <IdentitiesPage />;
}
