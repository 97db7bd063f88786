import type { Metadata } from 'next';
import { CapturedPage } from '../../../../platform/captured-page.tsx';

export const metadata: Metadata = { title: 'Captured mail' };

export default function Page() {
  return <CapturedPage />;
}
