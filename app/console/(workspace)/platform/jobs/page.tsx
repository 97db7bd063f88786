import type { Metadata } from 'next';
import { maintenanceNames } from '#jobs/maintenance.ts';
import { JobsPage } from '../../../platform/jobs-page.tsx';

export const metadata: Metadata = { title: 'Jobs' };

export default function Page() {
  return <JobsPage names={maintenanceNames} />;
}
