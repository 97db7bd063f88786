import type { Metadata } from 'next';
import { FirstMailbox } from '../../mailbox/first-mailbox.tsx';

export const metadata: Metadata = { title: 'Mail' };

export default function MailPage() {
  return <FirstMailbox />;
}
