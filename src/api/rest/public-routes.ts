import { linkKinds } from '#api/link-registry.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { answers } from '#kernel/data/database.ts';
import { readBounded } from '#kernel/operation/bounded-body.ts';
import type { Services } from '#kernel/operation/services.ts';
import { receiveProviderMail } from '#mail/inbound/index.ts';
import { receiveResendEvent, receiveSesEvent } from '#mail/sending/index.ts';
import { openLink } from '#mailbox/attachments/index.ts';
import { identityKeySet, keyDirectory } from '#trust/signing/index.ts';
import { planCatalogue } from '#workspace/billing/index.ts';
import { clientAddress } from './client-address.ts';
import type { ApiAnswer, ApiRequest } from './exchange.ts';
import { openApiDocument } from './openapi.ts';
import { type Exchange, jsonAnswer, outcomeAnswer, textAnswer } from './respond.ts';
import { MethodNotAllowed } from './router.ts';
import { UNSUBSCRIBE_PATH, unsubscribePage } from './unsubscribe-page.ts';
import { commit, version } from './version.ts';

type PublicCall = { services: Services; exchange: Exchange; request: ApiRequest };
type PublicRoute = (call: PublicCall) => Promise<ApiAnswer>;
/** `named` is what the path's pattern captured. */
type PatternRoute = { pattern: RegExp; answer: (call: PublicCall, named: string) => Promise<ApiAnswer> };

/** Routes at the host's root that need no key (interface-spec 4.2). */
const publicRoutes: Record<string, PublicRoute> = {
  '/health': health,
  '/openapi.json': async ({ services, exchange }) =>
    jsonAnswer(exchange, 200, openApiDocument(services.config)),
  '/v1/plans': plans,
  '/.well-known/security.txt': securityTxt,
  '/.well-known/http-message-signatures-directory': directory,
};

/** The same, with a name in the path. */
const patternRoutes: readonly PatternRoute[] = [
  { pattern: /^\/v1\/links\/([^/]+)$/, answer: signedLink },
  { pattern: /^\/\.well-known\/jwks\/([^/]{1,64})\.json$/, answer: keySet },
];

/** What mail providers post to; their signatures stand in for a key. */
const hooks: Record<string, PublicRoute> = {
  '/hooks/mailprovider': deliveryNews,
  '/hooks/resend': resendNews,
  '/hooks/mailprovider/inbound': inboundMail,
};

/** The paths of all of these without a name in them, for the document. */
export const fixedPublicPaths: readonly string[] = [...Object.keys(publicRoutes), ...Object.keys(hooks)];

/** The handler of a public route, or null for a path that is none. @throws MethodNotAllowed */
export function findPublicRoute(method: string, pathname: string): PublicRoute | null {
  const wayOut = UNSUBSCRIBE_PATH.exec(pathname)?.[1];
  if (wayOut !== undefined) return ({ services, request }) => unsubscribePage(services, request, wayOut);
  if (Object.hasOwn(hooks, pathname)) {
    if (method !== 'POST') throw new MethodNotAllowed(['POST']);
    return hooks[pathname]!;
  }
  const route = Object.hasOwn(publicRoutes, pathname) ? publicRoutes[pathname]! : patternRoute(pathname);
  if (route && method !== 'GET' && method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
  return route;
}

function patternRoute(pathname: string): PublicRoute | null {
  for (const { pattern, answer } of patternRoutes) {
    const named = pattern.exec(pathname)?.[1];
    if (named !== undefined) return (call) => answer(call, named);
  }
  return null;
}

async function health({ services, exchange }: PublicCall): Promise<ApiAnswer> {
  if (!(await answers(services.db))) throw new AppError('unavailable', { component: 'database' });
  const env = services.config.production ? 'production' : 'development';
  return jsonAnswer(exchange, 200, { status: 'ok', version, commit, env });
}

async function deliveryNews({ services, exchange, request }: PublicCall): Promise<ApiAnswer> {
  await receiveSesEvent(services, await readBounded(request));
  return jsonAnswer(exchange, 200, { status: 'ok' });
}

async function resendNews({ services, exchange, request }: PublicCall): Promise<ApiAnswer> {
  await receiveResendEvent(services, await readBounded(request), (name) => request.header(name));
  return jsonAnswer(exchange, 200, { status: 'ok' });
}

async function inboundMail({ services, exchange, request }: PublicCall): Promise<ApiAnswer> {
  await receiveProviderMail(services, await readBounded(request));
  return jsonAnswer(exchange, 200, { status: 'ok' });
}

async function plans({ services, exchange }: PublicCall): Promise<ApiAnswer> {
  return jsonAnswer(exchange, 200, planCatalogue(services.config));
}

/** The signature stands in for a key. Ranges are for GET alone (RFC 9110 section 14.2). */
async function signedLink({ services, exchange, request }: PublicCall, token: string): Promise<ApiAnswer> {
  const header = (name: string) =>
    request.method === 'HEAD' && name === 'range' ? null : request.header(name);
  const by = { requestId: exchange.requestId, source_address: clientAddress(services.config, request) };
  const { status, bytes } = await openLink(services, linkKinds, token, header, by);
  return outcomeAnswer(exchange, { status, bytes, body: null, replayed: false });
}

/**
 * Pages of any site may read the keys, which are public. Caches may keep them for five minutes: for that long a revoked
 * key can still verify there.
 */
async function keySet({ services, exchange }: PublicCall, identityId: string): Promise<ApiAnswer> {
  exchange.headers['Access-Control-Allow-Origin'] = '*';
  const set = await identityKeySet(services, identityId);
  return jsonAnswer(exchange, 200, set, { 'Cache-Control': 'public, max-age=300' });
}

async function directory({ services, exchange }: PublicCall): Promise<ApiAnswer> {
  exchange.headers['Access-Control-Allow-Origin'] = '*';
  const { config, keyRing, clock } = services;
  if (!config.webBotAuth) throw new AppError('key_not_found');
  const { body, headers } = await keyDirectory(keyRing, new URL(config.publicUrl).host, clock.now());
  return jsonAnswer(exchange, 200, body, headers);
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
