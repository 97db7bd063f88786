import { evaluate, labelledMessages, parts, precision, recall } from './evaluate.ts';

// `npm run verification:evaluate`: precision and recall on the labelled messages (`-- --mistakes` names those of tuning).
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

for (const part of parts) {
  const messages = labelledMessages(part);
  const languages = new Set(messages.map(({ language }) => language)).size;
  say(`${part}: ${messages.length} messages in ${languages} languages`);
  for (const kind of ['code', 'link'] as const) {
    const score = evaluate(messages, kind);
    say(
      `  ${kind}: precision ${percent(precision(score))} (${score.right} of ${score.found}), ` +
        `recall ${percent(recall(score))} (${score.right} of ${score.expected})`,
    );
    if (part === 'tuning' && process.argv.includes('--mistakes')) say(score.mistakes.join('\n'));
  }
}
