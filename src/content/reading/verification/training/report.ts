import { contentOf, type Writer } from '../../learned/training/corpus.ts';
import { readMessage } from '../../read-message.ts';
import { kinds } from '../scorer.ts';
import { exampleOf } from './examples.ts';
import { codeKey } from './learn.ts';

const goals = { code: { precision: 0.98, recall: 0.95 }, link: { precision: 0.98, recall: 0.9 } };

/** Precision and recall of codes and links, as the product finds them: figures alone, no words of a writer. */
export const verificationReport = (writers: readonly Writer[]): string =>
  kinds.map((kind) => lineOf(kind, writers)).join('\n');

function lineOf(kind: 'code' | 'link', writers: readonly Writer[]): string {
  let [found, right, wanted] = [0, 0, 0];
  for (const { name, messages } of writers)
    for (const message of messages) {
      const { codes, links } = exampleOf(name, message, []);
      const keys = kind === 'code' ? codes.map(codeKey) : links.map((link) => URL.parse(link)?.href);
      const content = contentOf(message);
      const read = readMessage({ ...content, extracted_text: content.text, automated: false });
      const said = read.verification?.[kind] ?? null;
      if (keys.length > 0) wanted++;
      if (said === null) continue;
      found++;
      if (keys.includes(kind === 'code' ? codeKey(said) : said)) right++;
    }
  const { precision, recall } = goals[kind];
  return (
    `${kind}s: precision ${(right / found).toFixed(3)} of ${found} (goal ${precision}), ` +
    `recall ${(right / wanted).toFixed(3)} of ${wanted} (goal ${recall})`
  );
}
