import type { Metadata } from 'next';
import { describeDeployment } from '../../../deployment.ts';
import { OutboxPage } from '../../../platform/outbox-page.tsx';

export const metadata: Metadata = { title: 'Outbox' };

export default function Page() {
  return <OutboxPage capturesMail={describeDeployment().capturesMail} />;
}
