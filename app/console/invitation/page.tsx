import type { Metadata } from 'next';
import { safeNext } from '#api/console/safe-next.ts';
import { LinkSignIn } from '../sign-in/link-sign-in.tsx';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';

export const metadata: Metadata = { title: 'Invitation' };

type Search = Promise<{ token?: string | string[] }>;

/** The link of an invitation's mail. It joins on a click only. */
export default async function InvitationPage({ searchParams }: { searchParams: Search }) {
  const { token } = await searchParams;
  return (
    <SignInFrame>
      <LinkSignIn token={String(token ?? '')} home={safeNext(undefined)} kind="invitation" />
    </SignInFrame>
  );
}
