import type { Metadata } from 'next';
import { PolicyPage } from '../../workspace/policy-page.tsx';

export const metadata: Metadata = { title: 'Policy' };

export default function Page() {
  return <PolicyPage />;
}
