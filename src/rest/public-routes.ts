import { receiveProviderMail } from '#inbound/index.ts';
import { readBounded } from '#kernel/bounded-body.ts';
import { answers } from '#kernel/database.ts';
import { AppError } from '#kernel/errors.ts';
import type { Services } from '#kernel/services.ts';
import type { ApiAnswer, ApiRequest } from './exchange.ts';
import { openApiDocument } from './openapi.ts';
import { type Exchange, jsonAnswer, textAnswer } from './respond.ts';
import { MethodNotAllowed } from './router.ts';
import { commit, version } from './version.ts';

type PublicCall = { services: Services; exchange: Exchange; request: ApiRequest };
type PublicRoute = (call: PublicCall) => Promise<ApiAnswer>;

/** Routes at the host's root that need no key (interface-spec 4.2). */
const publicRoutes: Record<string, PublicRoute> = {
  '/health': health,
  '/openapi.json': async ({ services, exchange }) =>
    jsonAnswer(exchange, 200, openApiDocument(services.config)),
  '/v1/plans': plans,
  '/.well-known/security.txt': securityTxt,
};

/** What the mail provider posts to; its signature stands in for a key. */
const hooks: Record<string, PublicRoute> = {
  '/hooks/mailprovider/inbound': inboundMail,
};

/** The handler of a public route, or null for a path that is none. @throws MethodNotAllowed */
export function findPublicRoute(method: string, pathname: string): PublicRoute | null {
  if (Object.hasOwn(hooks, pathname)) {
    if (method !== 'POST') throw new MethodNotAllowed(['POST']);
    return hooks[pathname]!;
  }
  const route = Object.hasOwn(publicRoutes, pathname) ? publicRoutes[pathname]! : null;
  if (route && method !== 'GET' && method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
  return route;
}

async function health({ services, exchange }: PublicCall): Promise<ApiAnswer> {
  if (!(await answers(services.db))) throw new AppError('unavailable', { component: 'database' });
  const env = services.config.production ? 'production' : 'development';
  return jsonAnswer(exchange, 200, { status: 'ok', version, commit, env });
}

async function inboundMail({ services, exchange, request }: PublicCall): Promise<ApiAnswer> {
  await receiveProviderMail(services, await readBounded(request));
  return jsonAnswer(exchange, 200, { status: 'ok' });
}

/** The plan catalogue (interface-spec 2.12): without billing there is none. */
async function plans({ exchange }: PublicCall): Promise<ApiAnswer> {
  return jsonAnswer(exchange, 200, { billing_enabled: false, data: [] });
}

/** RFC 9116. */
async function securityTxt({ services, exchange }: PublicCall): Promise<ApiAnswer> {
  const { publicUrl, mailDomain } = services.config;
  const expires = new Date(services.clock.now());
  expires.setUTCMonth(expires.getUTCMonth() + 6);
  const lines = [
    `Contact: mailto:abuse@${mailDomain}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ];
  return textAnswer(exchange, `${lines.join('\n')}\n`);
}
