/**
 * Where this tab acts: a workspace's id, or `platform`. Each tab names it with every call, so that two tabs can be in two
 * workspaces; a new tab begins where the session was last.
 */
const KEY = 'pm-place';

const currentPlace = (): string | null =>
  typeof window === 'undefined' ? null : sessionStorage.getItem(KEY);

/** The place of the operator's pages, whatever the tab's is. */
export const PLATFORM = 'platform';

/** For calls that can send headers (src/api/console/visitor.ts). */
export function placeHeaders(fixed?: string): Record<string, string> {
  const place = fixed ?? currentPlace();
  return place ? { 'proofmail-workspace': place } : {};
}

/** The address of a REST route with the session, for what sends no headers of ours: links, streams of events. */
export function sessionPath(path: `/v1/${string}`): string {
  const place = currentPlace();
  return `/api/session${place ? `/${place}` : ''}${path}`;
}

export const keepPlace = (place: string): void => sessionStorage.setItem(KEY, place);

/** @returns whether there was one */
export function forgetPlace(): boolean {
  const had = currentPlace() !== null;
  sessionStorage.removeItem(KEY);
  return had;
}
