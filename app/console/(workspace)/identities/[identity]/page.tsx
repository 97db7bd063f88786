import type { Metadata } from 'next';
import { IdentityPage } from '../../../identities/identity-page.tsx';

export const metadata: Metadata = { title: 'Identity' };

export default function Page() {
  return <IdentityPage />;
}
