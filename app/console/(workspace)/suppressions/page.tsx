import type { Metadata } from 'next';
import { SuppressionsPage } from '../../workspace/suppressions-page.tsx';

export const metadata: Metadata = { title: 'Suppressions and lists' };

export default function Page() {
  return <SuppressionsPage />;
}
