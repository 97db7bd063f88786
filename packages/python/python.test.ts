import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModel, servedDocument } from '../../scripts/packages/model.ts';
import { storeMail } from '../../src/testing/mail.ts';
import { mailTo } from '../../src/testing/mailboxes.ts';
import { serveProduct } from '../../src/testing/served.ts';
import { signWebhook } from '../sdk/src/index.ts';

// The Python package, tested if Python is installed. Neither the build nor the product needs it.

const MINIMUM = 'import sys; sys.exit(sys.version_info < (3, 11))';
const isInstalled = spawnSync('python3', ['-c', MINIMUM]).status === 0;
if (!isInstalled)
  console.log('Tests of packages/python SKIPPED: no python3 of version 3.11 or newer was found.');

/** Runs a file of Python's own tests, and fails with their output. */
async function unittest(file: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn('python3', ['-W', 'error::SyntaxWarning', '-m', 'unittest', '-v', file], {
    cwd: join(import.meta.dirname, 'tests'),
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise((done) => child.once('close', done));
  expect([code, output]).toEqual([0, expect.stringMatching(/OK( \(skipped=1\))?\s*$/)]);
  return output;
}

describe.skipIf(!isInstalled)('packages/python', () => {
  it('sends requests as the TypeScript client does', async () => {
    await unittest('test_transport.py');
  });

  it('works with the product, blocking and async, and has every operation', async () => {
    const product = await serveProduct();
    const box = await product.mailbox();
    await product.handOver(box.address, mailTo(box.address, 'A question'));
    await product.arrived(box, 'A question');
    const owner = { ...box, tenant_id: box.tenantId, primary_address: box.address };
    await storeMail(product.services, owner, {
      verification: { code: '481920', link: null, domain: 'sender.example' } as never,
    });
    const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
    const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test' });
    const facts = {
      identity: box.id,
      address: box.address,
      webhook: { body, secret, headers: await signWebhook(body, { id: 'evt_1', secret }) },
      operations: readModel(servedDocument()).operations.map(({ id }) => id),
    };
    const env = { PROOFMAIL_URL: product.url, PROOFMAIL_KEY: await product.keyOf(box) };
    const output = await unittest('test_product.py', { ...env, PROOFMAIL_TEST: JSON.stringify(facts) });
    expect(output).toContain('test_has_every_operation');
    await product.close();
  });
});
