import { createScreen } from './screen.ts';
import { Session } from './session.ts';
import { play } from './story.ts';
import { DemoError, readTarget } from './target.ts';

// Whoever reads us may stop early (`npm run demo | head`).
process.stdout.on('error', () => process.exit(1));

try {
  if (process.argv.includes('--domain')) await (await import('./domain.ts')).playDomain(createScreen());
  else await playMain();
} catch (error) {
  // One line for errors that the user can fix; any other error is a bug and keeps its stack.
  if (error instanceof DemoError) console.error(`The demo stops here. ${error.message.replace(/\s+/g, ' ')}`);
  else console.error(error);
  process.exitCode = 1;
}

async function playMain(): Promise<void> {
  const target = readTarget(process.env);
  await play(new Session(target, createScreen()), target);
}
