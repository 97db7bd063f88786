import type { Metadata } from 'next';
import { describeDeployment } from '../../../deployment.ts';
import { ConnectPage } from '../../../developers/connect-page.tsx';

export const metadata: Metadata = { title: 'Connect' };

export default function Page() {
  const { apiUrl, mailDomain } = describeDeployment();
  return <ConnectPage deployment={{ apiUrl, mailDomain }} />;
}
