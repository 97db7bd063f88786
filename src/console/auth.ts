import { z } from 'zod';
import { readBounded } from '#kernel/bounded-body.ts';
import { AppError, invalidRequest } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import { emailAddress } from '#kernel/schema.ts';
import type { Services } from '#kernel/services.ts';
import { acceptInvitation } from '#members/index.ts';
import type { ApiAnswer, ApiRequest } from '#rest/exchange.ts';
import { type Exchange, jsonAnswer } from '#rest/respond.ts';
import {
  beginSession,
  type Client,
  deleteOtherSessions,
  deleteSession,
  listSessions,
  PLATFORM,
  placeOf,
  redeemCode,
  redeemLink,
  requestSignIn,
  setPlace,
} from '#sign-in/index.ts';
import { challengeCookie, noSessionCookie, readCookie, sessionCookie } from './cookie.ts';
import { describeVisitor } from './describe.ts';
import { makeFirstOwner, setupInput } from './first-owner.ts';
import { assertSameOrigin, clientAddress, requireVisitor } from './visitor.ts';

type Call = { services: Services; request: ApiRequest; exchange: Exchange };
type Route = (call: Call) => Promise<ApiAnswer>;

/** Tries to sign in from one client, right or wrong; far above what a person types. */
const TRIES_PER_MINUTE = 30;

/** Signing in and out, and the sessions of a person. JSON in, JSON out; errors are the envelope of interface-spec 7.1. */
export const authRoutes: Record<string, Route> = {
  'POST /api/auth/request': async (call) => {
    await spend(call, 'sign_in', limits.signIn.perMinutePerClient);
    const { email } = await readInput(call, z.strictObject({ email: emailAddress }));
    const challenge = await requestSignIn(call.services, email);
    return done(call, challengeCookie(call.services.config, challenge));
  },
  'POST /api/auth/code': async (call) => {
    await spend(call, 'sign_in_try', TRIES_PER_MINUTE);
    const { code } = await readInput(
      call,
      z.strictObject({ code: z.string().regex(/^\d{6}$/, 'Six digits.') }),
    );
    const { services, request } = call;
    const challenge = readCookie(services.config, 'challenge', request.header('cookie')) ?? '';
    return signedIn(call, await redeemCode(services, { challenge, code }, clientOf(call)));
  },
  'POST /api/auth/link': async (call) => {
    await spend(call, 'sign_in_try', TRIES_PER_MINUTE);
    const { token } = await readInput(call, z.strictObject({ token: z.string().max(200) }));
    return signedIn(call, await redeemLink(call.services, token, clientOf(call)));
  },
  'POST /api/auth/invitation': async (call) => {
    await spend(call, 'sign_in_try', TRIES_PER_MINUTE);
    const { token } = await readInput(call, z.strictObject({ token: z.string().max(200) }));
    return signedIn(call, await join(call, token));
  },
  'POST /api/auth/setup': async (call) => {
    await spend(call, 'sign_in_try', TRIES_PER_MINUTE);
    return signedIn(
      call,
      await makeFirstOwner(call.services, await readInput(call, setupInput), clientOf(call)),
    );
  },
  'GET /api/auth/session': async (call) =>
    jsonAnswer(call.exchange, 200, describeVisitor(await requireVisitor(call.services, call.request))),
  'POST /api/auth/workspace': async (call) => {
    const { workspace } = await readInput(call, z.strictObject({ workspace: z.string().max(64) }));
    const { session } = await requireVisitor(call.services, call.request);
    const place = placeOf(session, workspace);
    if (place === null) throw new AppError('tenant_not_found');
    await setPlace(call.services.db, session.id, place === PLATFORM ? null : place.id);
    return jsonAnswer(call.exchange, 200, describeVisitor({ session, place }));
  },
  'POST /api/auth/sign-out': async (call) => {
    const { session } = await requireVisitor(call.services, call.request);
    await deleteSession(call.services.db, session.user_id, session.id);
    return done(call, noSessionCookie(call.services.config));
  },
  'GET /api/auth/sessions': async (call) => {
    const { session } = await requireVisitor(call.services, call.request);
    const listed = await listSessions(call.services.db, session.user_id, call.services.clock.now());
    const data = listed.map((each) => ({ ...each, is_this: each.id === session.id }));
    return jsonAnswer(call.exchange, 200, { data });
  },
  'POST /api/auth/sessions/revoke': async (call) => {
    const { session_id } = await readInput(call, z.strictObject({ session_id: z.string().max(64) }));
    const { session } = await requireVisitor(call.services, call.request);
    await deleteSession(call.services.db, session.user_id, session_id);
    return done(call);
  },
  'POST /api/auth/sessions/revoke-others': async (call) => {
    const { session } = await requireVisitor(call.services, call.request);
    await deleteOtherSessions(call.services.db, session.user_id, session.id);
    return done(call);
  },
};

/** @throws AppError `route_not_found` */
export async function answerAuth(call: Call): Promise<ApiAnswer> {
  const path = call.request.target.split('?', 1)[0]!;
  const route = authRoutes[`${call.request.method} ${path}`];
  if (!route) throw new AppError('route_not_found');
  assertSameOrigin(call.services, call.request);
  return route(call);
}

/** Whoever holds an invitation reads the mail of its address: that signs them in as well. */
async function join(call: Call, token: string): Promise<string> {
  const session = await call.services.db.transaction(async (tx) => {
    const joined = await acceptInvitation(tx, call.services, token);
    return joined && beginSession(tx, call.services, joined.user_id, clientOf(call), joined.tenant_id);
  });
  if (session) return session;
  const message = 'This invitation was used, taken back, or is over. Ask for another.';
  throw new AppError('unauthenticated', undefined, { message });
}

const done = (call: Call, cookie?: string): ApiAnswer =>
  jsonAnswer(call.exchange, 200, { ok: true }, cookie ? { 'Set-Cookie': cookie } : {});

const signedIn = (call: Call, token: string): ApiAnswer =>
  done(call, sessionCookie(call.services.config, token));

const clientOf = ({ services, request }: Call): Client => ({
  userAgent: request.header('user-agent') ?? '',
  address: clientAddress(services, request),
});

/** @throws AppError `rate_limited` (interface-spec 8.4: 10 a minute per client IP) */
async function spend({ services, request }: Call, bucket: string, most: number): Promise<void> {
  const { allowed, resetSeconds } = await services.limiter.consume(
    bucket,
    clientAddress(services, request),
    most,
  );
  if (!allowed) throw new AppError('rate_limited', undefined, { retryAfter: resetSeconds });
}

/** @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request` */
async function readInput<S extends z.ZodType>({ request }: Call, schema: S): Promise<z.output<S>> {
  if (!request.header('content-type')?.startsWith('application/json'))
    throw new AppError('unsupported_media_type');
  const parsed = schema.safeParse(parseJson((await readBounded(request)).toString('utf8')));
  if (parsed.success) return parsed.data;
  throw invalidRequest(
    parsed.error.issues
      .slice(0, limits.fieldErrors)
      .map(({ path, message }) => ({ path: path.map(String).join('.').slice(0, 200), message })),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest([{ path: '', message: 'The body is not JSON.' }]);
  }
}
