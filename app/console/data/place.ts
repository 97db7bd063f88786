import type { Session } from './session-context.ts';

/**
 * Where this tab acts: the id of a workspace, or `platform`. Each tab sends it with every call, so that two tabs can be in
 * two workspaces. A new tab starts where the session was last.
 */
export const PLACE_KEY = 'pm-place';

export const currentPlace = (): string | null =>
  typeof window === 'undefined' ? null : sessionStorage.getItem(PLACE_KEY);

/** The place of the operator's pages, regardless of the tab's place. */
export const PLATFORM = 'platform';

/** The header with the tab's place, for calls that can send headers (src/api/console/visitor.ts). */
export function placeHeaders(fixed?: string): Record<string, string> {
  const place = fixed ?? currentPlace();
  return place ? { 'proofmail-workspace': place } : {};
}

/** The URL of a REST route that uses the session, for links and event streams, which cannot send our headers. */
export function sessionPath(path: `/v1/${string}`, fixed?: string): string {
  const place = fixed ?? currentPlace();
  return `/api/session${place ? `/${place}` : ''}${path}`;
}

/** The place of a session. */
export const placeOf = ({ on_platform, workspace }: Session): string | undefined =>
  on_platform ? PLATFORM : workspace?.id;

export const keepPlace = (place: string): void => sessionStorage.setItem(PLACE_KEY, place);

/** Forgets the tab's place. @returns whether one was set */
export function forgetPlace(): boolean {
  const had = currentPlace() !== null;
  sessionStorage.removeItem(PLACE_KEY);
  return had;
}
