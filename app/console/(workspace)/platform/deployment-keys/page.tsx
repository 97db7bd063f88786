import type { Metadata } from 'next';
import { DeploymentKeysPage } from '../../../platform/deployment-keys-page.tsx';

export const metadata: Metadata = { title: 'Deployment keys' };

export default function Page() {
  return <DeploymentKeysPage />;
}
