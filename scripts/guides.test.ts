import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { serveProduct } from '../src/testing/served.ts';

// Every command of docs/guides, against the product, in a folder like that of its reader: `sh` blocks run one after the
// other in one shell; a block with a file name is that file; `text` is only shown.

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'docs/guides');
const guides = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
const sdk = join(root, 'packages/sdk/src');
const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;

type Block = { language: string; name: string; text: string };

const blocksOf = (guide: string): Block[] =>
  [...readFileSync(join(folder, guide), 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, language, name = '', text]) => ({ language: language!, name, text: text! }),
  );

/** `npx proofmail` and `npm install proofmail` mean this package, as if it were published. */
function furnish(home: string): string {
  const bin = join(home, 'bin');
  const installed = join(home, 'node_modules/proofmail');
  for (const each of [bin, installed, join(home, '.data')]) mkdirSync(each, { recursive: true });
  const scripts = {
    npx: `[ "$1" = proofmail ] && shift && exec "${process.execPath}" "${join(sdk, 'cli/main.ts')}" "$@"`,
    npm: '[ "$*" = "install proofmail" ]',
  };
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  writeFileSync(join(installed, 'package.json'), '{"type":"module","exports":"./index.js"}');
  writeFileSync(join(installed, 'index.js'), `export * from '${join(sdk, 'index.ts')}';\n`);
  return bin;
}

function runShell(
  script: string,
  home: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: unknown; output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd: home, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}

/** What its reader has to see in the end. */
const shown: Record<string, RegExp> = {
  'browser-test.md': /The code is \d+\.[\s\S]*signed up/,
  'human-approval.md': /We can do it for 90\.\napproved\napproved/,
  'own-domain.md': /"purpose": "mx"[\s\S]*FAIL +MX of agents\.example\.com[\s\S]*scout\.acme@mail\.localhost/,
  'production.md': /jobs[\s\S]*key_[0-9A-Z]{26}[\s\S]*platform/,
  'quick-start.md':
    /is queued[\s\S]*reply@simulator\.mail\.localhost[\s\S]*(queued|sending|sent|delivered)\n/,
  'support-agent.md': /(queued|sent|delivered) .*Where is my order\?/,
  'webhooks.md': /message\.received +evt_\w+ +204[\s\S]*message\.received[\s\S]*whsec_/,
};

it('there are guides', () => {
  expect(guides.sort()).toEqual(Object.keys(shown));
  for (const guide of guides) expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`(${guide})`);
});

it.each(guides)('%s works as it stands', async (guide) => {
  const product = await serveProduct();
  const home = mkdtempSync(join(tmpdir(), 'proofmail-guide-'));
  try {
    const bin = furnish(home);
    writeFileSync(join(home, '.data/platform-key'), `${product.platformKey}\n`);
    const blocks = blocksOf(guide);
    for (const { language, name, text } of blocks)
      if (language !== 'sh' && name !== '') writeFileSync(join(home, name), text);
    const commands = blocks.filter(
      ({ language, name }) => language === 'sh' && (name === '' || (name === 'python' && hasPython)),
    );
    expect(commands.length).toBeGreaterThan(0);
    const script = commands
      .map(({ text }) => text.replaceAll('http://localhost:3000', product.url))
      .join('\n');
    const { code, output } = await runShell(script, home, {
      ...process.env,
      PATH: [bin, join(process.execPath, '..'), process.env.PATH].join(delimiter),
      HOME: home,
      XDG_CONFIG_HOME: home,
      PYTHONPATH: join(root, 'packages/python'),
      PYTHONDONTWRITEBYTECODE: '1',
    });
    expect([code, output]).toEqual([0, expect.stringMatching(shown[guide] ?? /./)]);
  } finally {
    await product.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});
