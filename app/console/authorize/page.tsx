import type { Metadata } from 'next';
import { ConnectionFrame, Title } from '../connections/connection-frame.tsx';
import { ConsentPage } from '../connections/consent-page.tsx';
import { requireSession } from '../session.ts';

export const metadata: Metadata = { title: 'Connect an application' };

type Search = Promise<{ request?: string | string[] }>;

/** The consent page: `/oauth/authorize` leads here with the token of a checked request. */
export default async function AuthorizePage({ searchParams }: { searchParams: Search }) {
  const request = String((await searchParams).request ?? '');
  const { user, workspaces, workspace } = await requireSession(
    `/console/authorize?request=${encodeURIComponent(request)}`,
  );
  const first = workspace ?? workspaces[0];
  return (
    <ConnectionFrame email={user.email}>
      {first && /^[\w-]{43}$/.test(request) ? (
        <ConsentPage named={{ request }} workspaces={workspaces} first={first.id} />
      ) : (
        <Title title="Nothing to decide here">
          {first
            ? 'This address is incomplete. Start again in the application.'
            : 'You are not a member of any workspace, so there is nothing that an application could do for you.'}
        </Title>
      )}
    </ConnectionFrame>
  );
}
