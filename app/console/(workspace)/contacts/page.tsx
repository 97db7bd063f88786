import type { Metadata } from 'next';
import { ContactsPage } from '../../contacts/contacts-page.tsx';

export const metadata: Metadata = { title: 'Contacts' };

export default function Page() {
  return <ContactsPage />;
}
