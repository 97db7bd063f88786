import { z } from 'zod';
import { safeLine } from '#content/safe-view/index.ts';
import { timestamp } from '#kernel/operation/schema.ts';

/** The maximum lengths of a summary's parts in UTF-16 code units. `bytes` is the target size of one summary as JSON. */
const bounds = { snippet: { min: 24, max: 160 }, subject: 80, name: 60, recipients: 3, bytes: 464 } as const;
/** The number of recipients that a summary names. */
export const SUMMARY_RECIPIENTS = bounds.recipients;

/** The input of lists that have summaries (decisions.md, Files and views). */
export const listView = z
  .enum(['plain', 'summary', 'agent_summary'])
  .default('plain')
  .meta({
    description:
      '`summary` returns only a few fields per row: who, when, the subject and the beginning of the text. A page of 25 is ' +
      'under 12 KB. `agent_summary` is the same in a form that is safe to show to a model: passages that are addressed to ' +
      'software are masked, and the messages count as read by the key (guard).',
  });

const person = z.object({ address: z.string(), name: z.string().optional() }).meta({
  id: 'Person',
  description: 'An address and, if there is one, its display name. The name is untrusted text.',
});

/** A message, or the newest message of a thread, in a list with `view=summary`. */
export const mailSummary = z
  .object({
    id: z.string(),
    thread_id: z.string(),
    direction: z.enum(['inbound', 'outbound']),
    status: z.string(),
    from: person.nullable(),
    to: z.array(person).meta({ description: `At most the first ${bounds.recipients} recipients.` }),
    subject: z.string().meta({ description: `Untrusted text, cut to ${bounds.subject} characters.` }),
    snippet: z.string().meta({
      description:
        `The beginning of the text without quotes, in one line: at most ${bounds.snippet.max} characters, and fewer where ` +
        'the other fields are long. Untrusted text.',
    }),
    date: timestamp.meta({ description: 'When the message was received or written.' }),
    is_read: z.boolean(),
    labels: z.array(z.string()),
    risk_flags: z.array(z.string()),
    category: z.string().nullable(),
    attachment_count: z.int(),
  })
  .meta({ id: 'MailSummary' });
export type MailSummary = z.output<typeof mailSummary>;

type Mailbox = { address: string; name: string | null };

/** The columns that statements read for a summary; `text` is only the beginning of the message's text. */
export type SummaryRow = Omit<MailSummary, 'from' | 'to' | 'snippet'> & {
  from: Mailbox | null;
  to: Mailbox[];
  text: string;
};

/** Characters of text that are enough for a full snippet, even if some of it is white space. */
export const SNIPPET_SOURCE = 240;

const written = new WeakMap<readonly SummaryRow[], string>();

/**
 * The first `count` rows as JSON of `mailSummary`, separated by commas. A page that several clients request at the same
 * moment is written once.
 */
export function writeSummaries(rows: readonly SummaryRow[], count: number): string {
  const before = written.get(rows);
  if (before !== undefined) return before;
  let text = '';
  for (let at = 0; at < count; at++) text += (at > 0 ? ',' : '') + writeSummary(rows[at]!);
  written.set(rows, text);
  return text;
}

/** Writes a summary in the order of the schema. Ids, statuses and numbers are ours and need no escaping. */
function writeSummary(row: SummaryRow): string {
  const from = row.from && toPerson(row.from);
  const to = row.to.map(toPerson);
  const subject = cut(row.subject, bounds.subject);
  const snippet = snippetOf(row.text, bounds.bytes - sizeOf({ ...row, from, to, subject }));
  return (
    `{"id":"${row.id}","thread_id":"${row.thread_id}","direction":"${row.direction}","status":"${row.status}",` +
    `"from":${JSON.stringify(from)},"to":${JSON.stringify(to)},"subject":${JSON.stringify(subject)},` +
    `"snippet":${JSON.stringify(snippet)},"date":"${new Date(row.date).toISOString()}","is_read":${row.is_read},` +
    `"labels":${JSON.stringify(row.labels)},"risk_flags":${JSON.stringify(row.risk_flags)},` +
    `"category":${JSON.stringify(row.category)},"attachment_count":${row.attachment_count}}`
  );
}

/** The same for a model, with fields masked that contain instructions to software. */
export function toAgentSummary(row: SummaryRow): MailSummary {
  const summary: MailSummary = JSON.parse(writeSummary(row));
  const named = (person: MailSummary['to'][number]) =>
    person.name === undefined ? person : { ...person, name: safeLine(person.name) };
  return {
    ...summary,
    from: summary.from && named(summary.from),
    to: summary.to.map(named),
    subject: safeLine(summary.subject),
    snippet: safeLine(summary.snippet),
  };
}

/** The bytes of field names, punctuation, ids and times, which are the same in all summaries. */
const FRAME = 300;

type Sized = Pick<MailSummary, 'from' | 'to' | 'subject' | 'status' | 'labels' | 'risk_flags'>;

/** Estimates the bytes of a summary without its snippet, because serializing it twice would cost too much. */
function sizeOf({ from, to, subject, status, labels, risk_flags }: Sized): number {
  let size = FRAME + Buffer.byteLength(subject) + status.length + (from ? sizeOfPerson(from) : 0);
  for (const person of to) size += sizeOfPerson(person);
  for (const word of [...labels, ...risk_flags]) size += Buffer.byteLength(word) + 3;
  return size;
}

const sizeOfPerson = ({ address, name }: MailSummary['to'][number]): number =>
  '{"address":""},'.length + address.length + (name ? '"name":"",'.length + Buffer.byteLength(name) : 0);

const toPerson = ({ address, name }: Mailbox): MailSummary['to'][number] =>
  name ? { address, name: cut(name, bounds.name) } : { address };

/** The text as one line of about this many bytes. */
function snippetOf(text: string, bytes: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const perCharacter = line ? Buffer.byteLength(line) / line.length : 1;
  const fitting = Math.floor((bytes - '"snippet":"",'.length) / perCharacter);
  return cut(line, Math.max(bounds.snippet.min, Math.min(bounds.snippet.max, fitting)));
}

/** Cuts a text to this many code units, with an ellipsis if something is missing, without splitting a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = length - 1;
  const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return `${text.slice(0, isHalf ? end - 1 : end).trimEnd()}…`;
}
