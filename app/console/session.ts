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

/** The person who requests the page, and their operations; null without a session. Read once per request. */
export const getVisit = cache(async () => (await consoleDoor()).visit(await requestHeaders()));

/** The session for server components, or null without one. */
export const getSession = async (): Promise<SessionInfo | null> => (await getVisit())?.session ?? null;

/** The same for pages that need a session. Redirects to the sign-in page, which leads back to `next`. */
export async function requireSession(next: string): Promise<SessionInfo> {
  const session = await getSession();
  if (!session) redirect(`/console/sign-in?next=${encodeURIComponent(next)}`);
  return session;
}

/** The invitation behind a link, or null. Opening it changes nothing. */
export const readInvitation = async (token: string) => (await consoleDoor()).invitation(token);

/** Whether this deployment has no operator yet. */
export const awaitsFirstOwner = async (): Promise<boolean> => (await consoleDoor()).awaitsOperator();
