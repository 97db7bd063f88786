import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { SessionInfo } from '#api/console/describe.ts';
import { consoleDoor } from '#server/console-next.ts';

export type { SessionInfo, WorkspaceInfo } from '#api/console/describe.ts';

async function requestHeaders() {
  const sent = await headers();
  return { header: (name: string) => sent.get(name) };
}

/** Who is signed in, for server components; null when nobody is. Asked once per request. */
export const getSession = cache(
  async (): Promise<SessionInfo | null> => (await consoleDoor()).session(await requestHeaders()),
);

/** The same for pages that nobody sees without: leads to the sign-in page, and back to `next`. */
export async function requireSession(next: string): Promise<SessionInfo> {
  const session = await getSession();
  if (!session) redirect(`/console/sign-in?next=${encodeURIComponent(next)}`);
  return session;
}

/** The operations, as the signed-in person, for what a page shows at first. @throws AppError `unauthenticated` */
export const getCaller = async () => (await consoleDoor()).caller(await requestHeaders());

/** Whether this deployment waits for its first owner. */
export const awaitsFirstOwner = async (): Promise<boolean> => (await consoleDoor()).awaitsOperator();
