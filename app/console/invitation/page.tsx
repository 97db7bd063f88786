import type { Metadata } from 'next';
import { safeNext } from '#api/console/safe-next.ts';
import { roles } from '../labels/roles.ts';
import { Avatar } from '../parts/avatar.tsx';
import { readInvitation } from '../session.ts';
import { Heading } from '../sign-in/form-parts.tsx';
import { LinkSignIn } from '../sign-in/link-sign-in.tsx';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';

export const metadata: Metadata = { title: 'Invitation' };

type Search = Promise<{ token?: string | string[] }>;

/** No token of ours is longer. */
const MAX_TOKEN = 200;

/** The page behind the link in an invitation. The person joins only when they click. */
export default async function InvitationPage({ searchParams }: { searchParams: Search }) {
  const token = String((await searchParams).token ?? '').slice(0, MAX_TOKEN);
  const invitation = await readInvitation(token);
  if (!invitation)
    return (
      <SignInFrame>
        <Heading title="This invitation does not work">
          It was used, withdrawn, or has expired. Ask the person who invited you for a new one. If you have
          already joined, sign in.
        </Heading>
        <a
          href="/console/sign-in"
          className="flex h-11 items-center justify-center rounded-lg border border-line-strong bg-surface text-[15px] font-medium hover:border-ink-soft/50"
        >
          Go to the sign-in page
        </a>
      </SignInFrame>
    );
  const { workspace, role, inviter, email } = invitation;
  return (
    <SignInFrame>
      <Avatar name={workspace} className="mb-5 size-11 text-base" />
      <LinkSignIn
        token={token}
        home={safeNext(undefined)}
        kind="invitation"
        title={`Join ${workspace}`}
        text={`${inviter ?? 'An administrator'} invites you as ${roles[role].name.toLowerCase()}: ${roles[role].may} You will be signed in as ${email} with this browser.`}
      />
    </SignInFrame>
  );
}
