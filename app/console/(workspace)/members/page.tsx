import type { Metadata } from 'next';
import { MembersPage } from '../../workspace/members-page.tsx';

export const metadata: Metadata = { title: 'Members' };

export default function Page() {
  return <MembersPage />;
}
