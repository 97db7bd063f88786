import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { describeDeployment } from '../deployment.ts';
import { awaitsFirstOwner, getSession } from '../session.ts';
import { safeNext } from './calls.ts';
import { EmailSignIn } from './email-sign-in.tsx';
import { FirstOwner } from './first-owner.tsx';
import { LinkSignIn } from './link-sign-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export const metadata: Metadata = { title: 'Sign in' };

type Search = Promise<{ token?: string | string[]; setup?: string | string[]; next?: string | string[] }>;

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const { token: tokens, setup: setups, next } = await searchParams;
  const [token, setup, home] = [one(tokens), one(setups), safeNext(one(next))];
  if (!token && !setup && (await getSession())) redirect(home);
  const waits = await awaitsFirstOwner();
  return (
    <SignInFrame>
      {setup && waits ? (
        <FirstOwner token={setup} home={home} />
      ) : token ? (
        <LinkSignIn token={token} home={home} kind="link" />
      ) : (
        <EmailSignIn home={home} capturesMail={describeDeployment().capturesMail} waitsForOwner={waits} />
      )}
    </SignInFrame>
  );
}
