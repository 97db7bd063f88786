import { createHash, randomBytes } from 'node:crypto';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { type Browser, openBrowsers } from '#testing/console.ts';
import { createTenant } from '#testing/tenants.ts';
import { beginSession } from '#workspace/sign-in/index.ts';

export const ORIGIN = 'http://localhost:3000';
export const CALLBACK = 'http://127.0.0.1:7777/callback';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would
type Json = Record<string, any>;
export type Answer = { status: number; body: Json; headers: Headers };
type Role = 'admin' | 'member' | 'viewer';

/** A person of the workspace with a browser that is signed in. */
export type Person = { id: string; browser: Browser };

export type OAuthWorld = TestApi & {
  tenantId: string;
  admin: Person;
  person(role: Role): Promise<Person>;
  register(fields?: Json): Promise<Json>;
  authorize(query: Record<string, string>): Promise<Response>;
  /** Starts an authorization. @returns the token of its consent page */
  ask(clientId: string, query?: Record<string, string>): Promise<{ request: string; verifier: string }>;
  /** A call of the console's pages. */
  decide(person: Person, verb: string, input: Json): Promise<Answer>;
  read(person: Person, input: Json): Promise<Answer>;
  form(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** Runs the whole flow, from consent to tokens. */
  connect(person: Person, clientId: string, choice?: Json, query?: Record<string, string>): Promise<Json>;
  me(token: string): Promise<Answer>;
};

export const usual = ['messages:read', 'messages:send'];

export async function openOAuth(
  env: Record<string, string> = {},
  clock?: { now(): Date },
): Promise<OAuthWorld> {
  const api = await openTestApi({ PM_TRUSTED_PROXIES: '1', ...env }, clock);
  const { db } = api.services;
  const tenant = await createTenant(api, { owner: { email: 'owner@example.com', name: 'Olga' } });
  const browsers = openBrowsers(api.services);
  let people = 0;
  const person = async (role: Role): Promise<Person> => {
    people += 1;
    const id = `usr_01K9ZZ5P6T3Q8V1W4X7Y2B0C${String(people).padStart(2, '0')}`;
    await db.run(sql`insert into users (id, email, name) values (${id}, ${`p${people}@example.com`}, 'Bob')`);
    await db.run(sql`insert into members (tenant_id, user_id, role) values (${tenant.id}, ${id}, ${role})`);
    return { id, browser: browsers() };
  };
  /** Starts a new session for each call, because tests advance the clock by months. */
  const signIn = async ({ id, browser }: Person): Promise<void> => {
    const session = await beginSession(db, api.services, id, { userAgent: '', address: '' });
    browser.cookies.set('pm_session_3000', session);
  };
  const fetched = async (request: Request): Promise<Answer> => {
    const response = await api.fetch(request);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : { text }, headers: response.headers };
  };
  const read: OAuthWorld['read'] = async (who, input) => {
    await signIn(who);
    const query = encodeURIComponent(JSON.stringify(input));
    return trpc(await who.browser.call('GET', `/api/trpc/applications.read_request?input=${query}`));
  };
  const decide: OAuthWorld['decide'] = async (who, verb, input) => {
    await signIn(who);
    return trpc(await who.browser.call('POST', `/api/trpc/applications.${verb}`, input));
  };
  const form: OAuthWorld['form'] = (path, fields, headers = {}) =>
    fetched(
      new Request(`${ORIGIN}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...freshClient(), ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    );
  const authorize: OAuthWorld['authorize'] = (query) =>
    api.fetch(
      new Request(`${ORIGIN}/oauth/authorize?${new URLSearchParams(query)}`, { headers: freshClient() }),
    );
  const ask: OAuthWorld['ask'] = async (clientId, query = {}) => {
    const verifier = randomBytes(32).toString('base64url');
    const response = await authorize({ ...askFor(clientId, verifier), ...query });
    const request = new URL(response.headers.get('location') ?? '').searchParams.get('request');
    if (!request) throw new Error(`${response.status} ${response.headers.get('location')}`);
    return { request, verifier };
  };
  return {
    ...api,
    tenantId: tenant.id,
    admin: await person('admin'),
    person,
    read,
    decide,
    form,
    authorize,
    ask,
    async register(fields = {}) {
      const body = {
        client_name: 'Helper',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'none',
        ...fields,
      };
      const answer = await api.call('POST', '/oauth/register', { key: null, body, headers: freshClient() });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    async connect(who, clientId, choice = {}, query = {}) {
      const { request, verifier } = await ask(clientId, { scope: usual.join(' '), ...query });
      const input = { request, identity_ids: null, permissions: usual, days: 30, ...choice };
      const allowed = await decide(who, 'approve', input);
      if (allowed.status !== 200) throw new Error(JSON.stringify(allowed.body));
      const answer = await form('/oauth/token', exchangeOf(clientId, allowed.body.redirect_to, verifier));
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    me: (token) => fetched(new Request(`${ORIGIN}/v1/me`, { headers: { authorization: `Bearer ${token}` } })),
  };
}

let clients = 0;
/** Headers of a different client each time, so that only the tests of rate limits run into limits. */
export const freshClient = (): Record<string, string> => {
  clients += 1;
  return { 'x-forwarded-for': `198.51.${Math.floor(clients / 256)}.${clients % 256}` };
};

/** The query of an authorization. */
export const askFor = (clientId: string, verifier = 'v'.repeat(43)): Record<string, string> => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: CALLBACK,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  state: 'a state',
});

/** The form that exchanges the code of a redirect. */
export const exchangeOf = (clientId: string, redirect: string, verifier: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  code: new URL(redirect).searchParams.get('code') ?? '',
  redirect_uri: CALLBACK,
  code_verifier: verifier,
});

/** The result of a call over tRPC, or its error envelope. */
function trpc({ status, body }: { status: number; body: Json }): Answer {
  const found = body.result?.data ?? body.error?.data ?? body;
  return { status, body: found, headers: new Headers() };
}
