import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type HttpSink,
  type SinkAnswer,
  type SinkRequest,
  startHttpSink,
} from '../../../../src/testing/http-sink.ts';
import { commandLine } from './cli-fixtures.ts';

// The device flow (RFC 8628) with a server that answers as the RFC says: discovery (RFC 8414), registration (RFC 7591),
// the device endpoint, polling, refresh (RFC 6749, section 6) and revocation (RFC 7009).

let sink: HttpSink;
let cli: ReturnType<typeof commandLine>;
/** The token endpoint's responses to the next polls. The last one is repeated. */
let polls: SinkAnswer[];
let issuer: string;
/** The refresh tokens that were used. */
let used: string[];

const json = (body: unknown, status = 200): SinkAnswer => ({ status, body });
const waits = json({ error: 'authorization_pending' }, 400);
const tokens = (number: number, expires_in: number) =>
  json({ access_token: `pmo_${number}`, token_type: 'Bearer', expires_in, refresh_token: `pmr_${number}` });
const me = {
  key_id: 'key_1',
  name: 'Proofmail command line',
  level: 'tenant',
  mode: 'live',
  partner_id: null,
  tenant_id: 'ten_1',
  identity_id: null,
  permissions: ['messages:read'],
  expires_at: null,
};

beforeEach(async () => {
  used = [];
  sink = await startHttpSink(answer);
  issuer = sink.url;
  cli = commandLine();
  polls = [waits, tokens(1, 3600)];
});
afterEach(() => sink.close());

function answer({ path, method, headers, body }: SinkRequest): SinkAnswer {
  const form = new URLSearchParams(body);
  switch (`${method} ${path}`) {
    case 'GET /.well-known/oauth-authorization-server':
      return json({
        issuer,
        device_authorization_endpoint: `${sink.url}/oauth/device`,
        token_endpoint: `${sink.url}/oauth/token`,
        registration_endpoint: `${sink.url}/oauth/register`,
        revocation_endpoint: `${sink.url}/oauth/revoke`,
      });
    case 'POST /oauth/register':
      return json({ client_id: 'app_1' }, 201);
    case 'POST /oauth/device':
      return json({
        device_code: 'device',
        user_code: 'WDJB-MJHT',
        verification_uri: `${sink.url}/console/device`,
        verification_uri_complete: `${sink.url}/console/device?code=WDJB-MJHT`,
        expires_in: 600,
        interval: 0,
      });
    case 'POST /oauth/token':
      if (form.get('grant_type') === 'refresh_token') {
        used.push(form.get('refresh_token')!);
        return tokens(used.length + 1, 3600);
      }
      return polls.length > 1 ? polls.shift()! : polls[0]!;
    case 'GET /v1/me':
      return headers.authorization?.startsWith('Bearer pmo_')
        ? json(me)
        : json({ error: { code: 'unauthenticated' } }, 401);
    default:
      return json({});
  }
}

const login = () => cli.run(['login', '--url', sink.url, '--scope', 'messages:read']);
const config = () => join(cli.home, 'proofmail/config.json');
const sentTo = (path: string) => sink.requests.filter((each) => each.path === path);

it('shows the code, polls until the person agreed, and keeps the tokens', async () => {
  const { code, stdout, stderr } = await login();
  expect([code, stdout]).toEqual([0, expect.stringContaining('You are logged in')]);
  expect(stderr).toContain('WDJB-MJHT');
  expect(stderr).toContain('/console/device?code=WDJB-MJHT');
  expect(JSON.parse(sentTo('/oauth/register')[0]!.body)).toMatchObject({
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  });
  expect(Object.fromEntries(new URLSearchParams(sentTo('/oauth/device')[0]!.body))).toEqual({
    client_id: 'app_1',
    scope: 'messages:read',
  });
  expect(Object.fromEntries(new URLSearchParams(sentTo('/oauth/token')[1]!.body))).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'device',
    client_id: 'app_1',
  });
  expect(JSON.parse(readFileSync(config(), 'utf8')).profiles.default.tokens).toMatchObject({
    access_token: 'pmo_1',
  });
});

it.each([
  ['access_denied', 'denied'],
  ['expired_token', 'expired'],
])('ends when the server says %s', async (error, word) => {
  polls = [json({ error }, 400)];
  const { code, stderr } = await login();
  expect([code, stderr]).toEqual([1, expect.stringContaining(word)]);
});

it('believes no metadata of another issuer', async () => {
  issuer = 'https://elsewhere.example';
  const { code, stderr } = await login();
  expect([code, stderr]).toEqual([1, expect.stringContaining('https://elsewhere.example')]);
  expect(sentTo('/oauth/device')).toEqual([]);
});

it('says what to do where there is no login by browser', async () => {
  sink.answer = () => json({}, 404);
  expect((await login()).stderr).toContain('--key-stdin');
});

it('renews a token that ends, once, however many commands run', async () => {
  await login();
  const file = JSON.parse(readFileSync(config(), 'utf8'));
  file.profiles.default.tokens.expires_at = new Date().toISOString();
  writeFileSync(config(), JSON.stringify(file));
  const results = await Promise.all([1, 2, 3].map(() => cli.run(['whoami'])));
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(used).toEqual(['pmr_1']);
  expect(JSON.parse(readFileSync(config(), 'utf8')).profiles.default.tokens).toMatchObject({
    access_token: 'pmo_2',
    refresh_token: 'pmr_2',
  });
});

it('ends the login at the server, too', async () => {
  await login();
  await cli.run(['logout']);
  expect(Object.fromEntries(new URLSearchParams(sentTo('/oauth/revoke')[0]!.body))).toEqual({
    token: 'pmr_1',
    client_id: 'app_1',
  });
  expect(JSON.parse(readFileSync(config(), 'utf8')).profiles).toEqual({});
});
