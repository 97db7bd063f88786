import { type MessageReading, type RiskFlag, readOffLoop } from '#content/reading/index.ts';
import type { TriageRow } from './repository.ts';

type Evidence = MessageReading['evidence'][number];

/**
 * Reads a stored message again. The stored HTML is sanitised, and the text of a file may not be stored, so findings
 * from hidden parts of the HTML and from such files are kept.
 */
export async function readAgain(row: TriageRow): Promise<MessageReading> {
  const { from, reply_to, subject, text, extracted_text, html, headers, automated, attachments } = row;
  const content = { from, reply_to, subject, text, extracted_text, html, headers, automated, attachments };
  const read = await readOffLoop(content, { verification: row.verification });
  const isSaidAgain = ({ flag, passage }: Evidence): boolean =>
    read.evidence.some((other) => other.flag === flag && other.passage === passage);
  const kept = (row.evidence as Evidence[]).filter((one) => isOutOfSight(row, one) && !isSaidAgain(one));
  const flags = new Set<RiskFlag>([...read.risks, ...kept.map(({ flag }) => flag)]);
  return { ...read, risks: [...flags], evidence: [...kept, ...read.evidence] };
}

function isOutOfSight({ attachments }: TriageRow, { part, attachment_id }: Evidence): boolean {
  if (part === 'html_hidden' || part === 'html_comment') return true;
  const file = attachments.find(({ id }) => id === attachment_id);
  return part === 'attachment' && !file?.text;
}
