import type { Metadata } from 'next';
import { PrivacyPage } from '../../privacy/privacy-page.tsx';

export const metadata: Metadata = { title: 'Privacy' };

export default function Page() {
  return <PrivacyPage />;
}
