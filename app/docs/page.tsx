import type { Metadata } from 'next';
import { describeDeployment } from '../console/deployment.ts';
import { Reference } from './reference.tsx';

export const metadata: Metadata = { title: 'API reference' };

export default function DocsPage() {
  return <Reference server={describeDeployment().apiUrl} />;
}
