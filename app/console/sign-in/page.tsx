import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { describeDeployment } from '../deployment.ts';
import { Wordmark } from '../parts/wordmark.tsx';
import { awaitsFirstOwner, getSession } from '../session.ts';
import { safeNext } from './calls.ts';
import { EmailSignIn } from './email-sign-in.tsx';
import { FirstOwner } from './first-owner.tsx';
import { LinkSignIn } from './link-sign-in.tsx';

export const metadata: Metadata = { title: 'Sign in' };

type Search = Promise<{ token?: string | string[]; setup?: string | string[]; next?: string | string[] }>;

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const { token, setup, next } = await searchParams;
  const home = safeNext(one(next));
  if (!token && !setup && (await getSession())) redirect(home);
  const waits = await awaitsFirstOwner();
  const { capturesMail, mailDomain } = describeDeployment();
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr_auto] px-5">
      <header className="flex h-16 items-center sm:px-3">
        <Wordmark />
      </header>
      <div className="mx-auto w-full max-w-[22rem] self-center py-10">
        {setup && waits ? (
          <FirstOwner token={one(setup)!} home={home} />
        ) : token ? (
          <LinkSignIn token={one(token)!} home={home} />
        ) : (
          <EmailSignIn home={home} capturesMail={capturesMail} waitsForOwner={waits} />
        )}
      </div>
      <footer className="flex h-16 items-center justify-center text-[13px] text-ink-soft">
        {mailDomain}
      </footer>
    </main>
  );
}
