import { generateKeyPairSync, sign } from 'node:crypto';
import autocannon from 'autocannon';
import { Sealer } from '#kernel/keys/sealing.ts';
import { type AssertionClaims, signAssertion } from '#trust/signing/assertion.ts';
import { newKeyPair } from '#trust/signing/key-pair.ts';
import { openedKey } from '#trust/signing/opened-keys.ts';
import { call, makeIdentities } from './client.ts';
import { timed } from './processes.ts';
import { startBaseline, startProduct } from './product.ts';
import { printComparison, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// Assertions from the sealed key to the token, compared with bare `crypto.sign` of as many bytes; and key sets over
// HTTP, compared with bare node:http with pg doing one equal indexed read.
const ROUNDS = roundsOr(5);
const SIGNATURES = 5_000;
const SECONDS = 4;
const CONNECTIONS = 20;

async function main(closers: AsyncDisposableStack): Promise<void> {
  await compareSignatures();
  await compareKeySets(closers);
}

async function compareSignatures(): Promise<void> {
  const sealer = new Sealer('a secret of at least sixteen characters');
  const { kid, privateKey } = await newKeyPair();
  const row = { kid, private_key: sealer.seal('identity-key', privateKey, kid) };
  const claims: AssertionClaims = {
    iss: 'https://mail.example.com',
    sub: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
    aud: 'https://api.example.com',
    iat: 1_790_000_000,
    exp: 1_790_000_300,
    jti: '01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
    email: 'agent@mail.example.com',
    name: 'An agent',
    tenant_id: 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
  };
  const token = signAssertion(claims, kid, openedKey(sealer, row));
  const bytes = Buffer.from(token.slice(0, token.lastIndexOf('.')));
  const bareKey = generateKeyPairSync('ed25519').privateKey;
  const bare: Round[] = [];
  const ours: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(process.pid, async () => repeat(() => sign(null, bytes, bareKey))));
    ours.push(
      await timed(process.pid, async () => repeat(() => signAssertion(claims, kid, openedKey(sealer, row)))),
    );
  }
  printComparison('Sign an assertion', 'signatures/s', {
    baseline: { name: 'bare crypto.sign', rounds: bare },
    ours: { name: 'Proofmail', rounds: ours },
    goal: 0.5,
  });
}

async function repeat(work: () => unknown): Promise<{ pieces: number }> {
  for (let done = 0; done < SIGNATURES; done += 1) await work();
  return { pieces: SIGNATURES };
}

async function compareKeySets(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers);
  const [identity] = await makeIdentities(product, 'bench', 1);
  await call(product, 'POST', `/v1/identities/${identity!.id}/keys`, {});
  const baseline = await startBaseline(closers, 'http-key-set.ts', [product.databaseUrl]);
  const path = `/.well-known/jwks/${identity!.id}.json`;
  const bare: Round[] = [];
  const ours: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measure(`http://127.0.0.1:${baseline.port}${path}`, baseline.child.pid!));
    ours.push(await measure(product.url + path, product.pid));
  }
  printComparison('GET a key set', 'requests/s', {
    baseline: { name: 'bare node:http + pg', rounds: bare },
    ours: { name: 'Proofmail', rounds: ours },
    goal: 0.5,
  });
}

function measure(url: string, pid: number): Promise<Round> {
  return timed(pid, async () => {
    const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${result.non2xx} answers were not 200, ${result.errors} failed.`);
    return { pieces: result.requests.total };
  });
}

await runBench(main);
