import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';

// The Node program in docs/verifying.md, run unchanged against a deployment.

const run = promisify(execFile);
const AUDIENCE = 'https://api.example.com';

let world: World;
let issuer: string;
let identity: ApiAnswer['body'];
let program: string;
const server = createServer(async (request, response) => {
  const answer = await world.fetch(new Request(`${issuer}${request.url}`));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await openWorld({ PM_PUBLIC_URL: issuer });
  world.time.now = new Date();
  identity = await world.identity(await world.tenant());
  const guide = await readFile('docs/verifying.md', 'utf8');
  program = /```js\n([\s\S]*?)```/.exec(guide)![1]!.replace('https://mail.example.com', issuer);
});
afterAll(async () => {
  server.close();
  await world.close();
});

async function assertion(): Promise<string> {
  const key = await world.key({ level: 'identity', identity_id: identity.id }, ['identities:sign']);
  const body = { audience: AUDIENCE };
  return (await world.call('POST', `/v1/identities/${identity.id}/assertions`, { body, key })).body.assertion;
}

/** The output of the guide's program for a token: its claims, or the error. */
async function verdict(token: string, audience = AUDIENCE): Promise<string> {
  const main = `verify(${JSON.stringify(token)}, ${JSON.stringify(audience)})
    .then(({ email }) => console.log(email), (error) => console.log('refused: ' + error.message));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', `${program}\n${main}`]);
  return stdout.trim();
}

describe("the guide's verifier", () => {
  it('accepts an assertion for its audience', async () => {
    expect(await verdict(await assertion())).toBe(identity.primary_address);
  });

  it('refuses one for another audience, one that was changed, and one of a revoked key', async () => {
    const token = await assertion();
    expect(await verdict(token, 'https://other.example.com')).toMatch(/^refused: .*"aud"/);
    const [header, payload, signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, email: 'x@y.example' })).toString('base64url');
    expect(await verdict(`${header}.${changed}.${signature}`)).toMatch(/^refused: signature/);
    const { kid } = JSON.parse(Buffer.from(header!, 'base64url').toString());
    await world.call('POST', `/v1/identities/${identity.id}/keys/${kid}/revoke`, { body: {} });
    expect(await verdict(token)).toMatch(/^refused: no applicable key/);
  });
});
