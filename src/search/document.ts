import { clip } from '#kernel/base/clip.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import { configurationFor } from './languages.ts';
import type { Part } from './lexemes.ts';
import { type Person, personTokens } from './people.ts';
import { folded, wordsOf, wordTextsOf } from './words.ts';

/** A message as the index needs it. `pages` are those of its attachments whose text is ready. */
export type Source = Narrow<
  Row<
    'messages',
    | 'id'
    | 'identity_id'
    | 'thread_id'
    | 'direction'
    | 'status'
    | 'subject'
    | 'from'
    | 'to'
    | 'cc'
    | 'bcc'
    | 'labels'
    | 'flags'
    | 'is_read'
    | 'trust'
    | 'triage'
    | 'refs'
  >,
  {
    direction: 'inbound' | 'outbound';
    from: Person | null;
    to: Person[];
    cc: Person[];
    bcc: Person[];
    trust: { automated?: boolean; flags?: string[] } | null;
    triage: {
      category: string | null;
      language: string | null;
      needs_reply: number | null;
      risk_flags: string[];
    };
    refs: { kind: string; value: string }[];
  }
> &
  Row<'threads', 'archived'> & {
    date: string;
    arrived_at: string;
    size: number;
    text: string;
    attachments: { id: string; filename: string; content_type: string }[];
    pages: { attachment_id: string; page: number; text: string }[];
  };

/** The indexed form of a message, with its texts as words (`words.ts`). */
export type Document = Row<
  'search_documents',
  'message_id' | 'identity_id' | 'thread_id' | 'date' | 'size' | 'needs_reply' | 'keys'
> & {
  arrived_at: string;
  configuration: string;
  /** Subject, people, text and files, in this order, because a tsvector keeps only the first positions. */
  parts: Part[];
  pages: { attachment_id: string; page: number; words: string[] }[];
};

/** The maximum number of indexed words of each part. The words after them cannot be found. */
const most = { subject: 200, people: 400, filenames: 400, body: 20_000, pages: 20_000, keys: 600 };
const LONGEST_KEY = 200;

export function toDocument(source: Source): Document {
  const configuration = configurationFor(source.triage.language);
  const pages = boundedPages(source.pages);
  const everyone = [source.from, ...source.to, ...source.cc, ...source.bcc].filter(
    (person) => person !== null,
  );
  const people = everyone.map(({ address, name }) => `${name ?? ''} ${address}`).join(' ');
  const filenames = source.attachments.map(({ filename }) => filename).join(' ');
  return {
    message_id: source.id,
    identity_id: source.identity_id,
    thread_id: source.thread_id,
    date: source.date,
    arrived_at: source.arrived_at,
    size: source.size,
    needs_reply: source.triage.needs_reply,
    configuration,
    keys: keysOf(source),
    parts: [
      { words: wordTextsOf(source.subject, most.subject), weight: 'A' },
      { words: wordTextsOf(people, most.people), weight: 'B' },
      { words: wordTextsOf(source.text, most.body), weight: '' },
      {
        words: [wordTextsOf(filenames, most.filenames), ...pages.map(({ words }) => words)].flat(),
        weight: 'C',
      },
    ],
    pages,
  };
}

/** The first words of the pages in their order, as many as fit. */
function boundedPages(pages: Source['pages']): Document['pages'] {
  let left = most.pages;
  return pages.flatMap(({ attachment_id, page, text }) => {
    if (left === 0) return [];
    const words = wordTextsOf(text, left);
    left -= words.length;
    return words.length === 0 ? [] : [{ attachment_id, page, words }];
  });
}

/** All keys that operators can search for (decisions.md section 4), folded, without duplicates. */
function keysOf(source: Source): string[] {
  const { triage, trust, attachments, direction, status } = source;
  const keys = [
    ...visibilityKeys(status),
    direction === 'inbound' ? 'is:received' : 'is:sent',
    source.is_read || direction === 'outbound' ? 'is:read' : 'is:unread',
    ...(source.archived ? ['is:archived'] : []),
    ...(trust?.automated ? ['is:automated'] : []),
    ...(attachments.length > 0 ? ['has:attachment'] : []),
    ...(LINK.test(source.text) ? ['has:link'] : []),
    ...(triage.risk_flags.includes('otp') ? ['has:code'] : []),
    ...attachments.flatMap(({ content_type }) => typeKeys(content_type)),
    ...(triage.category ? [`category:${folded(triage.category)}`] : []),
    ...(triage.language ? [`lang:${folded(triage.language)}`] : []),
    ...[...source.flags, ...(trust?.flags ?? []), ...triage.risk_flags].map((flag) => `flag:${folded(flag)}`),
    ...source.labels.map((label) => `label:${folded(label)}`),
    ...source.refs.map(({ value }) => `ref:${folded(value)}`),
    ...peopleKeys('from', source.from ? [source.from] : []),
    ...peopleKeys('to', source.to),
    ...peopleKeys('cc', source.cc),
    ...peopleKeys('bcc', source.bcc),
    ...attachments.flatMap(({ filename }) => filenameKeys(filename)),
  ];
  return [...new Set(keys.map((key) => clip(key, LONGEST_KEY)))].slice(0, most.keys);
}

const LINK = /https?:\/\/|\bwww\./i;

/**
 * Whether everybody or only reviewers can find the message (spec 2.6). Nobody can find hidden and throttled
 * messages.
 */
function visibilityKeys(status: string): string[] {
  if (status === 'quarantined') return ['is:quarantined', 'seen:reviewer'];
  return status === 'hidden' || status === 'throttled' ? [] : ['seen:all', 'seen:reviewer'];
}

const peopleKeys = (field: string, people: readonly Person[]): string[] =>
  people.flatMap(personTokens).map((token) => `${field}:${token}`);

const filenameKeys = (filename: string): string[] => {
  const whole = folded(filename);
  return [whole, ...wordsOf(whole, 32).map((word) => word.text)].map((token) => `filename:${token}`);
};

const OFFICE = /officedocument|opendocument|msword|ms-excel|ms-powerpoint|rtf|ole-storage/;
const ARCHIVE = /zip|tar|compressed|x-7z|rar|bzip|xz/;

/** The `type:` value of a content type. */
export function typeKeys(contentType: string): string[] {
  const type = contentType.toLowerCase();
  const names = [
    ...(type === 'application/pdf' ? ['pdf'] : []),
    ...(OFFICE.test(type) ? ['office'] : []),
    ...(type === 'text/html' ? ['html'] : []),
    ...(type === 'text/calendar' ? ['calendar'] : []),
    ...(type.startsWith('text/') && type !== 'text/html' && type !== 'text/calendar' ? ['text'] : []),
    ...(!OFFICE.test(type) && ARCHIVE.test(type) ? ['archive'] : []),
    ...['image', 'audio', 'video'].filter((family) => type.startsWith(`${family}/`)),
  ];
  return names.map((name) => `type:${name}`);
}
