import { clientAddress } from '#api/rest/client-address.ts';
import type { ApiRequest } from '#api/rest/exchange.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import {
  actorOf,
  type PLATFORM,
  readSession,
  type SessionRow,
  scopeOf,
  type Workspace,
} from '#workspace/sign-in/index.ts';
import { readCookie } from './cookie.ts';

/** The place where a request acts, if it is not the session's last one: a workspace's id or `platform`. */
export const WORKSPACE_HEADER = 'proofmail-workspace';

export type Visitor = { session: SessionRow; scope: Workspace | typeof PLATFORM | null };

type Headers = Pick<ApiRequest, 'header'>;

/** The person that the request's cookie identifies, or null. */
export async function findVisitor(services: Services, request: Headers): Promise<Visitor | null> {
  const token = readCookie(services.config, 'session', request.header('cookie'));
  const session = token && (await readSession(services, token));
  return session ? { session, scope: scopeOf(session, request.header(WORKSPACE_HEADER)) } : null;
}

/** @throws AppError `unauthenticated` */
export async function requireVisitor(services: Services, request: Headers): Promise<Visitor> {
  const visitor = await findVisitor(services, request);
  if (!visitor) throw new AppError('unauthenticated', undefined, { message: 'Sign in to continue.' });
  return visitor;
}

/**
 * The actor of a request with a session, like `services.authenticate` for a key.
 * @throws AppError `unauthenticated`, `permission_denied`, `tenant_suspended`, `partner_suspended`
 */
export async function identifyVisitor(
  services: Services,
  request: Pick<ApiRequest, 'method' | 'header' | 'remoteAddress'>,
): Promise<Actor> {
  assertSameOrigin(services, request);
  const { session, scope } = await requireVisitor(services, request);
  return { ...actorOf(session, scope), source_address: clientAddress(services.config, request) };
}

/**
 * A change must come from our own pages. Browsers state the origin of a request, and no page can fake it. (The cookie
 * is also SameSite=Lax, but a sibling domain counts as the same site.) Without either header, the client is no browser.
 * @throws AppError `permission_denied`
 */
export function assertSameOrigin(
  { config }: Services,
  { method, header }: Pick<ApiRequest, 'method' | 'header'>,
): void {
  if (method === 'GET' || method === 'HEAD') return;
  const site = header('sec-fetch-site');
  const origin = header('origin');
  if (site === 'same-origin' || (site === null && (origin === null || isOurs(origin)))) return;
  throw new AppError('permission_denied', undefined, {
    message: 'This request came from another website. Send it from the console.',
  });

  function isOurs(from: string): boolean {
    if (!URL.canParse(from)) return false;
    const { host } = new URL(from);
    return host === new URL(config.consoleUrl).host || host === header('host');
  }
}
