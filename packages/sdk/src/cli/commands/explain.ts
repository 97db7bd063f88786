import { defineCommand, exit } from '../command.ts';
import { safeLine, table } from '../output.ts';

const explain = defineCommand({
  name: 'explain',
  arguments: '<Message-ID or msg_…>',
  summary: 'Show what happened to a mail: refused, quarantined, read, delivered, and what to do',
  options: {},
  help: {},
  takes: [1, 1],
  async run({ client, output, positionals, signal }) {
    const explanation = await (await client()).explain.message({ message_id: positionals[0]! }, { signal });
    const rows = explanation.steps.flatMap(({ at, step, outcome, reason, fix }) => [
      [at, step, outcome, safeLine(reason)],
      ...(fix ? [['', '', '', `→ ${fix}`]] : []),
    ]);
    const nothing =
      'Nothing is known about this mail. `proofmail doctor` lists mail that was refused before its transfer began.';
    output.result(explanation, explanation.found ? table(rows) : nothing);
    return explanation.found ? exit.ok : exit.notFound;
  },
});

export const explainCommands = [explain];
