// `npm run demo`: plays the main job in front of the user, against a running instance. This file only finds the
// Node that the program runs on and is plain JavaScript for the machine's own; the play is in scripts/demo.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PrepareError, programNode, root } from './prepare.mjs';

function findNode() {
  if (!existsSync(join(root, 'node_modules/nodemailer')))
    throw new PrepareError('The packages are not installed yet. Run "npm start" first.');
  return programNode();
}

try {
  const child = spawn(findNode(), [join(root, 'scripts/demo/main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  // The terminal sends Ctrl-C to the child too; signals that only this process gets are passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill());
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(`The demo cannot run. ${error instanceof PrepareError ? error.message : error}`);
  process.exitCode = 1;
}
