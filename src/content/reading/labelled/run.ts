import {
  describeInjections,
  describeScore,
  evaluate,
  evaluateInjections,
  readInjections,
  readPart,
} from './evaluate.ts';

// `npm run triage:evaluate`; with `-- --mistakes` it names what the reader got wrong in the tuning part.

for (const part of ['tuning', 'held-out'] as const) {
  const score = evaluate(readPart(part));
  process.stdout.write(`${describeScore(part, score)}\n`);
  if (part === 'tuning' && process.argv.includes('--mistakes'))
    process.stdout.write(`${score.mistakes.join('\n')}\n`);
  process.stdout.write(`${describeInjections(part, evaluateInjections(readInjections(part)))}\n`);
}
