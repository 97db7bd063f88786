import type { Metadata } from 'next';
import { DeadLettersPage } from '../../../platform/dead-letters-page.tsx';

export const metadata: Metadata = { title: 'Dead letters' };

export default function Page() {
  return <DeadLettersPage />;
}
