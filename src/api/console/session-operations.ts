import { z } from 'zod';
import type { OpenCall } from '#api/rest/open-operation.ts';
import { jsonAnswer } from '#api/rest/respond.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Transaction } from '#kernel/data/database.ts';
import {
  deleteOtherSessions,
  deleteSession,
  listSessions,
  PLATFORM,
  recordSessionChange,
  scopeOf,
  setWorkspace,
} from '#workspace/sign-in/index.ts';
import { clientOf } from './call.ts';
import { noSessionCookie } from './cookie.ts';
import { describeVisitor } from './describe.ts';
import { ofSession } from './of-session.ts';
import { done, doneResponse } from './sign-in-operation.ts';

/** Ends sessions with their audit row. */
const endSessions = (
  call: OpenCall,
  action: 'session.end' | 'session.revoke',
  userId: string,
  end: (tx: Transaction) => Promise<number>,
): Promise<void> =>
  call.services.db.transaction(async (tx) => {
    const sessions = await end(tx);
    if (sessions === 0) return;
    const client = clientOf(call);
    await recordSessionChange(tx, call.services, { action, userId, client, details: { sessions } });
  });

const nothing = z.strictObject({});
/** The console's own pages are its only readers; their types come from `describeVisitor`. */
const sessionInfo = z.looseObject({}).meta({ id: 'SessionInfo' });

export const sessionOperations = [
  ofSession({
    name: 'sessions.read',
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Read who is signed in',
    description: 'Returns the person, their workspaces, and the current workspace of the session.',
    input: nothing,
    responses: { 200: sessionInfo },
    answer: async (call, visitor) => jsonAnswer(call.exchange, 200, describeVisitor(visitor, call.services)),
  }),
  ofSession({
    name: 'sessions.choose_workspace',
    method: 'POST',
    path: '/api/auth/workspace',
    summary: 'Choose the current workspace of the session',
    description: 'One of the person’s workspaces, or `platform` for an operator.',
    errors: ['tenant_not_found'],
    input: z.strictObject({ workspace: z.string().max(64) }),
    responses: { 200: sessionInfo },
    async answer(call, { session }, { workspace }) {
      const scope = scopeOf(session, workspace);
      if (scope === null) throw new AppError('tenant_not_found');
      await setWorkspace(call.services.db, session.id, scope === PLATFORM ? null : scope.id);
      return jsonAnswer(call.exchange, 200, describeVisitor({ session, scope }, call.services));
    },
  }),
  ofSession({
    name: 'sessions.sign_out',
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'Sign out',
    description: 'Ends this session.',
    input: nothing,
    responses: doneResponse,
    async answer(call, { session }) {
      await endSessions(call, 'session.end', session.user_id, (tx) =>
        deleteSession(tx, session.user_id, session.id),
      );
      return done(call, noSessionCookie(call.services.config));
    },
  }),
  ofSession({
    name: 'sessions.list',
    method: 'GET',
    path: '/api/auth/sessions',
    summary: "List the person's sessions",
    description: 'Lists the sessions with their browser, address and last use.',
    input: nothing,
    responses: { 200: z.object({ data: z.array(z.looseObject({ id: z.string(), is_this: z.boolean() })) }) },
    async answer({ services, exchange }, { session }) {
      const listed = await listSessions(services.db, session.user_id, services.clock.now());
      const data = listed.map((each) => ({ ...each, is_this: each.id === session.id }));
      return jsonAnswer(exchange, 200, { data });
    },
  }),
  ofSession({
    name: 'sessions.revoke',
    method: 'POST',
    path: '/api/auth/sessions/revoke',
    summary: "End one of the person's sessions",
    description: 'A session of another person stays unchanged, and the response is the same.',
    input: z.strictObject({ session_id: z.string().max(64) }),
    responses: doneResponse,
    async answer(call, { session }, { session_id }) {
      const end = (tx: Transaction) => deleteSession(tx, session.user_id, session_id);
      await endSessions(call, 'session.revoke', session.user_id, end);
      return done(call);
    },
  }),
  ofSession({
    name: 'sessions.revoke_others',
    method: 'POST',
    path: '/api/auth/sessions/revoke-others',
    summary: "End all of the person's other sessions",
    description: 'The current session stays valid.',
    input: nothing,
    responses: doneResponse,
    async answer(call, { session }) {
      const end = (tx: Transaction) => deleteOtherSessions(tx, session.user_id, session.id);
      await endSessions(call, 'session.revoke', session.user_id, end);
      return done(call);
    },
  }),
];
