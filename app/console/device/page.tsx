import type { Metadata } from 'next';
import { ConnectionFrame, Title } from '../connections/connection-frame.tsx';
import { DevicePage } from '../connections/device-page.tsx';
import { requireSession } from '../session.ts';

export const metadata: Metadata = { title: 'Connect a device' };

type Search = Promise<{ code?: string | string[] }>;

/** The page on which a person types the code of a device (RFC 8628). */
export default async function Page({ searchParams }: { searchParams: Search }) {
  const given = String((await searchParams).code ?? '').slice(0, 20);
  const { user, workspaces, workspace } = await requireSession(
    `/console/device${given ? `?code=${encodeURIComponent(given)}` : ''}`,
  );
  const first = workspace ?? workspaces[0];
  return (
    <ConnectionFrame email={user.email}>
      {first ? (
        <DevicePage given={given} workspaces={workspaces} first={first.id} />
      ) : (
        <Title title="Nothing to connect to">
          You are not a member of any workspace, so there is nothing that a device could do for you.
        </Title>
      )}
    </ConnectionFrame>
  );
}
