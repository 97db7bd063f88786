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
  // One line for whatever the user can mend; anything else is a fault of ours and keeps its stack.
  if (error instanceof DemoError) console.error(`The demo stops here. ${error.message.replace(/\s+/g, ' ')}`);
  else console.error(error);
  process.exitCode = 1;
}

async function playMain(): Promise<void> {
  const target = readTarget(process.env);
  await play(new Session(target, createScreen()), target);
}
