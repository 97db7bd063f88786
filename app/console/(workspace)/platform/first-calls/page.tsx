import type { Metadata } from 'next';
import { describeDeployment } from '../../../deployment.ts';
import { FirstCallsPage } from '../../../first-calls/first-calls-page.tsx';

export const metadata: Metadata = { title: 'First calls' };

export default function FirstCalls() {
  return <FirstCallsPage deployment={describeDeployment()} />;
}
