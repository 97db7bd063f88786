import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { safeNext } from '#api/console/safe-next.ts';
import { describeDeployment } from '../deployment.ts';
import { awaitsFirstOwner, getSession } from '../session.ts';
import { ConfirmAccount } from './confirm-account.tsx';
import { EmailSignIn } from './email-sign-in.tsx';
import { FirstOwner } from './first-owner.tsx';
import { LinkSignIn } from './link-sign-in.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export const metadata: Metadata = { title: 'Sign in' };

type Search = Promise<
  Partial<
    Record<
      'token' | 'setup' | 'next' | 'again' | 'refused' | 'reason' | 'step' | 'confirm',
      string | string[]
    >
  >
>;

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams;
  const [token, setup, home] = [one(search.token), one(search.setup), safeNext(one(search.next))];
  const refused = one(search.refused);
  // A signed-in person also comes here if their workspace requires another sign-in method.
  const isAgain = [search.again, search.confirm, search.step].some(Boolean);
  if (!token && !setup && !isAgain && (await getSession())) redirect(home);
  const waits = await awaitsFirstOwner();
  const { capturesMail, providers } = describeDeployment();
  const confirmed = providers.find(({ name }) => name === one(search.confirm));
  return (
    <SignInFrame>
      {setup && waits ? (
        <FirstOwner token={setup} home={home} />
      ) : token ? (
        <LinkSignIn token={token} home={home} kind="link" />
      ) : one(search.step) === 'second' ? (
        <SecondFactor home={home} />
      ) : confirmed ? (
        <ConfirmAccount label={confirmed.label} home={home} capturesMail={capturesMail} />
      ) : (
        <EmailSignIn
          home={home}
          capturesMail={capturesMail}
          waitsForOwner={waits}
          providers={providers}
          refusedBy={refused ? { provider: refused, reason: one(search.reason) ?? '' } : null}
        />
      )}
    </SignInFrame>
  );
}
