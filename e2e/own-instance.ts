import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from './mail-seed.ts';

export type OwnInstance = Target & { close(): Promise<void> };

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/**
 * A second instance of the product, for settings that the tests of the first one could not live with, or that name its
 * URL.
 */
export async function startOwnInstance(
  env: Record<string, string> | ((url: string) => Promise<Record<string, string>>),
): Promise<OwnInstance> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const dataDir = await mkdtemp(join(tmpdir(), 'proofmail-e2e-own-'));
  const key = `pmk_live_${randomBytes(32).toString('hex')}`;
  const url = `http://localhost:${port}`;
  const settings = typeof env === 'function' ? await env(url) : env;
  const product = spawn('npm', ['start', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      PM_SMTP_PORT: String(smtpPort),
      PM_DATA_DIR: dataDir,
      PM_BOOTSTRAP_KEY: key,
      ...settings,
    },
  });
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!(await fetch(`${url}/health`).catch(() => null))?.ok) {
    if (isOver) throw new Error('The instance ended before it was there.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    key,
    smtpPort,
    async close() {
      product.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
