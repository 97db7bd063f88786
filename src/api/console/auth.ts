import { z } from 'zod';
import type { ApiAnswer } from '#api/rest/exchange.ts';
import { jsonAnswer } from '#api/rest/respond.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { emailAddress } from '#kernel/operation/schema.ts';
import { acceptInvitation } from '#workspace/members/index.ts';
import {
  beginSession,
  deleteOtherSessions,
  deleteSession,
  listSessions,
  PLATFORM,
  placeOf,
  recordSessionChange,
  redeemCode,
  redeemLink,
  requestSignIn,
  setPlace,
} from '#workspace/sign-in/index.ts';
import { type Call, clientOf, readInput, spendSignIn, spendTry } from './call.ts';
import { challengeCookie, noSessionCookie, readCookie, sessionCookie } from './cookie.ts';
import { describeVisitor } from './describe.ts';
import { makeFirstOwner, setupInput } from './first-owner.ts';
import { callbackProvider, completeOAuth, startOAuth } from './oauth.ts';
import { assertSameOrigin, requireVisitor } from './visitor.ts';

type Route = (call: Call) => Promise<ApiAnswer>;

/** Signing in and out, and the sessions of a person. JSON in, JSON out; errors are the envelope of interface-spec 7.1. */
export const authRoutes: Record<string, Route> = {
  'POST /api/auth/request': async (call) => {
    await spendSignIn(call);
    const { email } = await readInput(call, z.strictObject({ email: emailAddress }));
    const challenge = await requestSignIn(call.services, email, clientOf(call));
    return done(call, challengeCookie(call.services.config, challenge));
  },
  'POST /api/auth/code': async (call) => {
    await spendTry(call);
    const { code } = await readInput(
      call,
      z.strictObject({ code: z.string().regex(/^\d{6}$/, 'Six digits.') }),
    );
    const { services, request } = call;
    const challenge = readCookie(services.config, 'challenge', request.header('cookie')) ?? '';
    return signedIn(call, await redeemCode(services, { challenge, code }, clientOf(call)));
  },
  'POST /api/auth/link': async (call) => {
    await spendTry(call);
    const { token } = await readInput(call, z.strictObject({ token: z.string().max(200) }));
    return signedIn(call, await redeemLink(call.services, token, clientOf(call)));
  },
  'POST /api/auth/oauth': startOAuth,
  'POST /api/auth/invitation': async (call) => {
    await spendTry(call);
    const { token } = await readInput(call, z.strictObject({ token: z.string().max(200) }));
    return signedIn(call, await join(call, token));
  },
  'POST /api/auth/setup': async (call) => {
    await spendTry(call);
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
    await call.services.db.transaction(async (tx) => {
      const ended = await deleteSession(tx, session.user_id, session.id);
      if (ended > 0) await recordEnd(tx, call, 'session.end', session.user_id, ended);
    });
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
    await call.services.db.transaction(async (tx) => {
      const ended = await deleteSession(tx, session.user_id, session_id);
      if (ended > 0) await recordEnd(tx, call, 'session.revoke', session.user_id, ended);
    });
    return done(call);
  },
  'POST /api/auth/sessions/revoke-others': async (call) => {
    const { session } = await requireVisitor(call.services, call.request);
    await call.services.db.transaction(async (tx) => {
      const ended = await deleteOtherSessions(tx, session.user_id, session.id);
      if (ended > 0) await recordEnd(tx, call, 'session.revoke', session.user_id, ended);
    });
    return done(call);
  },
};

const recordEnd = (
  tx: Transaction,
  call: Call,
  action: 'session.end' | 'session.revoke',
  userId: string,
  sessions: number,
): Promise<void> =>
  recordSessionChange(tx, call.services, { action, userId, client: clientOf(call), details: { sessions } });

/** @throws AppError `route_not_found` */
export async function answerAuth(call: Call): Promise<ApiAnswer> {
  const path = call.request.target.split('?', 1)[0]!;
  const provider = call.request.method === 'GET' ? callbackProvider(path) : null;
  if (provider) return completeOAuth(call, provider);
  const route = authRoutes[`${call.request.method} ${path}`];
  if (!route) throw new AppError('route_not_found');
  assertSameOrigin(call.services, call.request);
  return route(call);
}

/** Whoever holds an invitation reads the mail of its address: that signs them in as well. */
async function join(call: Call, token: string): Promise<string> {
  const session = await call.services.db.transaction(async (tx) => {
    const joined = await acceptInvitation(tx, call.services, token, clientOf(call));
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
