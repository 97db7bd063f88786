import { z } from 'zod';
import {
  authenticateClient,
  beginAuthorization,
  beginDevice,
  exchange,
  OAuthError,
  paths,
  registerClient,
  revokeToken,
} from '#workspace/oauth/index.ts';
import { clientAddress } from '../client-address.ts';
import type { ApiAnswer } from '../exchange.ts';
import { defineOpenOperation, type OpenCall } from '../open-operation.ts';
import { headersOf, jsonAnswer } from '../respond.ts';
import { answered, guardOf, readForm, readParameters, readText } from './oauth-call.ts';
import { escaped, page } from './page.ts';

// The endpoints of OAuth 2.1 (RFC 6749, 7009, 7591, 8628). Their bodies are forms, and their errors are those of OAuth.

const form = (description: string) =>
  ({ contentType: 'application/x-www-form-urlencoded', description }) as const;

const shared = {
  tag: 'oauth',
  proof: 'client',
  errors: ['route_not_found', 'rate_limited', 'payload_too_large'],
  input: z.strictObject({}),
} as const;

export const oauthAuthorize = defineOpenOperation({
  ...shared,
  name: 'oauth.authorize',
  method: 'GET',
  path: paths.authorize,
  summary: 'Ask a person for access',
  description:
    'Takes `response_type=code`, `client_id`, `redirect_uri`, `code_challenge` with `code_challenge_method=S256`, ' +
    '`state`, `scope` and `resource` in the query, and leads to the page where the person decides. A wrong client or ' +
    'redirect URI gives a page; other errors go back to the application.',
  responses: { 303: null },
  guard: guardOf('authorize'),
  async run({ services, request, exchange: state }) {
    const [, query = ''] = /\?(.*)$/s.exec(request.target) ?? [];
    try {
      const to = await beginAuthorization(services, readParameters(query));
      return { status: 303, headers: { ...headersOf(state), Location: to }, body: null };
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return cannotConnect(error.message);
    }
  },
});

const cannotConnect = (why: string): ApiAnswer =>
  page(
    400,
    'This application cannot connect',
    `<p>${escaped(why)}</p><p>Close this page, and connect again in the application. It did not get access to anything.</p>`,
  );

/** The caller of an endpoint, after its secret was checked. */
async function callerOf(call: OpenCall, parameters: ReadonlyMap<string, string>) {
  const { services, request, exchange: state } = call;
  const clientId = await authenticateClient(services, parameters, request.header('authorization'));
  return { clientId, requestId: state.requestId, address: clientAddress(services.config, request) };
}

export const oauthToken = defineOpenOperation({
  ...shared,
  name: 'oauth.token',
  method: 'POST',
  path: paths.token,
  cors: true,
  summary: 'Exchange a code or a refresh token for an access token',
  description:
    'An access token works for an hour like an API key with the access that the person granted. Each refresh token works once: the ' +
    'response contains the next one, and using one again ends the connection.',
  rawBody: form(
    '`grant_type` (`authorization_code`, `refresh_token` or the one of RFC 8628), `client_id`, and `code` with ' +
      '`code_verifier` and `redirect_uri`, or `refresh_token`, or `device_code`.',
  ),
  responses: {
    200: z.looseObject({ access_token: z.string(), token_type: z.string() }).meta({ id: 'OAuthTokens' }),
  },
  guard: guardOf('token'),
  run: (call) =>
    answered(call, async () => {
      const parameters = await readForm(call);
      const caller = await callerOf(call, parameters);
      return jsonAnswer(call.exchange, 200, await exchange(call.services, caller, parameters), {
        Pragma: 'no-cache',
      });
    }),
});

export const oauthRevoke = defineOpenOperation({
  ...shared,
  name: 'oauth.revoke',
  method: 'POST',
  path: paths.revoke,
  cors: true,
  summary: 'Revoke a token (RFC 7009)',
  description:
    'Revoking a refresh token ends the whole connection; revoking an access token ends only ' + 'that token.',
  rawBody: form('`token` and `client_id`.'),
  responses: { 200: z.object({}) },
  guard: guardOf('token'),
  run: (call) =>
    answered(call, async () => {
      const parameters = await readForm(call);
      const caller = await callerOf(call, parameters);
      const token = parameters.get('token');
      if (token === undefined) throw new OAuthError('invalid_request', 'The token is missing.');
      await revokeToken(call.services, caller, token);
      return jsonAnswer(call.exchange, 200, {});
    }),
});

export const oauthDevice = defineOpenOperation({
  ...shared,
  name: 'oauth.device',
  method: 'POST',
  path: paths.device,
  cors: true,
  summary: 'Ask for access without a browser (RFC 8628)',
  description:
    'Returns a code that the person enters at `verification_uri`, and a device code with which the application polls.',
  rawBody: form('`client_id`, `scope` and `resource`.'),
  responses: {
    200: z.looseObject({ device_code: z.string(), user_code: z.string() }).meta({ id: 'OAuthDevice' }),
  },
  guard: guardOf('device'),
  run: (call) =>
    answered(call, async () => {
      const parameters = await readForm(call);
      const { clientId } = await callerOf(call, parameters);
      return jsonAnswer(call.exchange, 200, await beginDevice(call.services, clientId, parameters));
    }),
});

export const oauthRegister = defineOpenOperation({
  ...shared,
  name: 'oauth.register',
  method: 'POST',
  path: paths.register,
  cors: true,
  summary: 'Register an application (RFC 7591)',
  description:
    'Returns a `client_id`, and a secret unless `token_endpoint_auth_method` is `none`. A registration ends 30 days ' +
    'after it was created if it was never used, otherwise 180 days after its last use. A `client_id` that is an https URL needs no registration: its ' +
    'metadata document is fetched.',
  rawBody: {
    contentType: 'application/json',
    description: '`redirect_uris`, `client_name`, `client_uri`, `grant_types`, `token_endpoint_auth_method`.',
  },
  responses: { 201: z.looseObject({ client_id: z.string() }).meta({ id: 'OAuthClient' }) },
  guard: guardOf('register'),
  run: (call) =>
    answered(call, async () => {
      const given = readJson(await readText(call.request));
      return jsonAnswer(call.exchange, 201, await registerClient(call.services, given));
    }),
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client_metadata', 'Send a JSON object.');
  }
}

export const oauthEndpoints = [oauthAuthorize, oauthToken, oauthRevoke, oauthDevice, oauthRegister];
