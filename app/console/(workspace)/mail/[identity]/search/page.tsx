import type { Metadata } from 'next';
import { SearchPage } from '../../../../mailbox/search-page.tsx';

export const metadata: Metadata = { title: 'Search' };

export default function Page() {
  return <SearchPage />;
}
