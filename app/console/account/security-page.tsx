'use client';

import Link from 'next/link';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { useSession } from '../data/session.tsx';
import { buttonLook } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { AppSection } from './app-section.tsx';
import { ConfirmFactor } from './confirm-factor.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { isStrong, type Security, useSecurity } from './security.ts';

/** How the person signs in: passkeys, the authenticator app, recovery codes and accounts elsewhere. */
export function SecurityPage() {
  const { user } = useSession();
  const { data, error, refetch } = useSecurity();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Page
      title="Security"
      intro={`How ${user.email} signs in. A second factor protects the account even from somebody who reads its mail.`}
      action={
        <Link href="/console/sessions" className={buttonLook()}>
          Sessions
        </Link>
      }
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-40" /> : null}
      {data ? <Sections security={data} show={setCodes} /> : null}
      <Dialog open={codes !== null} onClose={() => setCodes(null)} title="Keep your recovery codes">
        <RecoveryCodes codes={codes ?? []} close={() => setCodes(null)} />
      </Dialog>
    </Page>
  );
}

function Sections({ security, show }: { security: Security; show: (codes: string[]) => void }) {
  const mayChange = isStrong(security);
  const hasNone = !security.app && security.passkeys.length === 0;
  return (
    <div className="space-y-8">
      {security.is_second_factor_needed && hasNone ? (
        <p className="rounded-xl border border-line bg-warn-wash px-4 py-3 text-sm leading-6 text-warn">
          You operate this deployment. You need a second factor before you can open other people’s mail.
        </p>
      ) : null}
      {mayChange ? null : <ConfirmFactor security={security} />}
      <PasskeySection passkeys={security.passkeys} mayChange={mayChange} show={show} />
      <AppSection security={security} mayChange={mayChange} show={show} />
      <LinkedAccounts security={security} mayChange={mayChange} />
    </div>
  );
}
