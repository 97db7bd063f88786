import { evidence } from './category-words.ts';
import type { Category, Content } from './message.ts';
import { fold, phrases, tokensOf, vocabulary } from './words.ts';

type Worded = keyof typeof evidence;

const compiled = (Object.keys(evidence) as Worded[]).map((category) => ({
  category,
  groups: evidence[category].map(([weight, words, list]) => ({
    weight,
    isWord: vocabulary(words),
    findPhrases: phrases(list.split(', ').filter(Boolean)),
  })),
}));

/** What is less than this says nothing. */
const ENOUGH = 1.9;
/** One group of words gives at most this many hits: a long text is not surer than a short one. */
const MAX_HITS = 4;
const READ_CHARACTERS = 4_000;

const isMailSystem = (address: string): boolean => /^(mailer-daemon|postmaster|mail-daemon)@/.test(address);
const bounceSubject = phrases([
  'undelivered mail',
  'undeliverable',
  'delivery status notification',
  'returned mail',
  'failure notice',
  'mail delivery failed',
  'unzustellbar',
  'konnte nicht zugestellt werden',
  'message non distribue',
  'mensaje no entregado',
  'feedback report',
  'delivery has failed',
]);

/** Facts that are no words: who sent it and how. */
function facts({ from, headers, automated, attachments }: Content) {
  const names = new Map(headers.map(([name, value]) => [name.toLowerCase(), value.toLowerCase()]));
  const address = from?.address.toLowerCase() ?? '';
  return {
    isReport: names.get('content-type')?.includes('multipart/report') ?? false,
    isMailSystem: isMailSystem(address),
    isList: names.has('list-unsubscribe') || names.has('list-id'),
    isAutomated: automated || /^(no-?reply|do-?not-?reply|notifications?|alerts?)@/.test(address),
    hasCalendar: attachments.some(
      ({ filename, content_type }) =>
        content_type === 'text/calendar' || filename.toLowerCase().endsWith('.ics'),
    ),
  };
}

/** The weight of the words of each category in a text. */
function weigh(subject: string, body: string): Map<Category, number> {
  const inSubject = new Set(tokensOf(subject));
  const inBody = new Set(tokensOf(body));
  const all = new Set([...inSubject, ...inBody]);
  const text = `${subject}\n${body}`;
  const scores = new Map<Category, number>();
  for (const { category, groups } of compiled) {
    let score = 0;
    for (const { weight, isWord, findPhrases } of groups) {
      let hits = 0;
      for (const word of isWord.words ?? [...all].filter(isWord)) {
        if (all.has(word)) hits += inSubject.has(word) ? 1.5 : 1;
      }
      hits += findPhrases(text).length;
      score += weight * Math.min(hits, MAX_HITS);
    }
    scores.set(category, score);
  }
  return scores;
}

/** The category of a message (decisions.md, Triage), and how much spoke for it. */
export function categoryOf(input: Content, hasOtp: boolean): Category {
  const subject = fold(input.subject);
  const body = fold(input.extracted_text.slice(0, READ_CHARACTERS));
  const known = facts(input);
  if (known.isReport || (bounceSubject(subject).length > 0 && (known.isMailSystem || known.isAutomated)))
    return 'bounce';
  if (known.isMailSystem && known.isAutomated) return 'bounce';
  const scores = weigh(subject, body);
  const add = (category: Category, weight: number) =>
    scores.set(category, (scores.get(category) ?? 0) + weight);
  if (hasOtp) add('verification', 3);
  if (known.hasCalendar) add('scheduling', 5);
  if (known.isList) add('newsletter', 5);
  if (known.isAutomated) {
    add('notification', 2);
    // A program asks for nothing and is nobody's aunt.
    for (const category of ['personal', 'support', 'sales'] as const)
      scores.set(category, scores.get(category)! / 3);
  }
  if (known.isList)
    for (const category of ['personal', 'sales', 'support'] as const)
      scores.set(category, scores.get(category)! / 2);
  const [best, weight] = [...scores].reduce((top, entry) => (entry[1] > top[1] ? entry : top));
  return weight >= ENOUGH ? best : 'other';
}
