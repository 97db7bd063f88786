import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { test } from './operator.ts';

const run = promisify(execFile);

/** The lines that a person would copy, as the page shows them. */
async function snippetOf(page: Page, place: string): Promise<string> {
  const text = await page.locator(`${place} pre`).first().textContent();
  expect(text, `${place} has a snippet`).toBeTruthy();
  return text ?? '';
}

test('the five calls on the page, pasted into a shell in turn, end in an answered mail', async ({
  asOperator: page,
}) => {
  test.skip(
    Boolean(process.env.PM_E2E_URL),
    'It makes a tenant, and the given instance may not be ours to fill.',
  );
  await page.goto('/console/platform/first-calls');
  const session = await mkdtemp(join(tmpdir(), 'proofmail-shell-'));
  const answers = join(session, 'answers');
  const lines = await Promise.all(
    ['section[aria-labelledby="first-calls"]', '#create-tenant', '#create-identity', '#hand-over-mail'].map(
      (place) => snippetOf(page, place),
    ),
  );
  // Step 4 tells the reader to repeat the call while the list is empty, and so does the script.
  const listing = await snippetOf(page, '#list-threads');
  lines.push(`for turn in $(seq 50); do\n${listing}\n[ -n "$THREAD" ] && break; sleep 0.2\ndone`);
  lines.push(`(\n${await snippetOf(page, '#reply')}\n) > reply.json`);
  try {
    // `tee /dev/stderr` needs a file or a terminal there, as in a real shell.
    const script = `exec 2>${answers}\n${lines.join('\n')}`;
    await run('bash', ['-euc', script], { cwd: session, timeout: 60_000 }).catch(() => null);
    const lastAnswer = await readFile(answers, 'utf8');
    const reply = await readFile(join(session, 'reply.json'), 'utf8').catch(() => '');
    expect(reply, `the last answer was: ${lastAnswer}`).toMatch(/^{/);
    expect(JSON.parse(reply)).toMatchObject({
      direction: 'outbound',
      status: expect.stringMatching(/^[a-z_]+$/),
      subject: 'Re: A first question',
      to: [{ address: 'ada@example.com' }],
      deduplicated: false,
    });
  } finally {
    await rm(session, { recursive: true, force: true });
  }
});
