import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { safeNext } from '#api/console/safe-next.ts';
import { describeDeployment } from '../deployment.ts';
import { awaitsFirstOwner, getSession } from '../session.ts';
import { EmailSignIn } from './email-sign-in.tsx';
import { FirstOwner } from './first-owner.tsx';
import { LinkSignIn } from './link-sign-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export const metadata: Metadata = { title: 'Sign in' };

type Search = Promise<Partial<Record<'token' | 'setup' | 'next' | 'refused', string | string[]>>>;

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const { token: tokens, setup: setups, next, refused } = await searchParams;
  const [token, setup, home] = [one(tokens), one(setups), safeNext(one(next))];
  if (!token && !setup && (await getSession())) redirect(home);
  const waits = await awaitsFirstOwner();
  const { capturesMail, providers } = describeDeployment();
  return (
    <SignInFrame>
      {setup && waits ? (
        <FirstOwner token={setup} home={home} />
      ) : token ? (
        <LinkSignIn token={token} home={home} kind="link" />
      ) : (
        <EmailSignIn
          home={home}
          capturesMail={capturesMail}
          waitsForOwner={waits}
          providers={providers}
          refusedBy={one(refused) ?? null}
        />
      )}
    </SignInFrame>
  );
}
