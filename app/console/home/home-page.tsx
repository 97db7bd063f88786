'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { failureOf } from '../data/failures.ts';
import { useSession } from '../data/session.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { CapturedNotice } from './captured-notice.tsx';
import { NeedsYou } from './needs-you.tsx';
import { Numbers } from './numbers.tsx';
import { isSettingUp } from './setting-up.ts';
import { SetupSteps } from './setup-steps.tsx';
import { type HomeDeployment, useOverview } from './use-overview.ts';

/** The first page of a workspace: its setup while it is new, then everything that needs a person. */
export function HomePage({ deployment }: { deployment: HomeDeployment }) {
  const { workspace, user } = useSession();
  const router = useRouter();
  useEffect(() => {
    // Operators without a workspace have the platform only.
    if (!workspace) router.replace(user.is_operator ? '/console/platform' : '/console/mail');
  }, [workspace, user, router]);
  return workspace ? <Home name={workspace.name} deployment={deployment} /> : null;
}

function Home({ name, deployment }: { name: string; deployment: HomeDeployment }) {
  const { data, error, refetch } = useOverview();
  if (error && !data)
    return (
      <Page title={name}>
        <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />
      </Page>
    );
  if (!data)
    return (
      <Page title={name}>
        <Skeleton className="mb-6 h-24" />
        <Skeleton className="h-72" />
      </Page>
    );
  const isNew = isSettingUp(data.setup);
  // Somebody waits for these, so they come even before the setup.
  const isPressing = (data.needs.approvals?.count ?? 0) + (data.needs.sends?.count ?? 0) > 0;
  const setup = <SetupSteps setup={data.setup} deployment={deployment} isNew={isNew} />;
  return (
    <Page title={name}>
      <div className="space-y-8 pb-4">
        {deployment.capturesMail ? <CapturedNotice /> : null}
        {isNew && !isPressing ? setup : null}
        <NeedsYou needs={data.needs} isNew={isNew} />
        {isNew && isPressing ? setup : null}
        {isNew ? null : <Numbers numbers={data.numbers} />}
        {isNew ? null : setup}
      </div>
    </Page>
  );
}
