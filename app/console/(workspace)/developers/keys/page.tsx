import type { Metadata } from 'next';
import { describeDeployment } from '../../../deployment.ts';
import { KeysPage } from '../../../developers/keys-page.tsx';

export const metadata: Metadata = { title: 'API keys' };

export default function Page() {
  return <KeysPage apiUrl={describeDeployment().apiUrl} />;
}
