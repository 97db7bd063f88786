import { evidence } from './category-words.ts';
import type { Category, Content } from './message.ts';
import { phrases, type Said, type Text, vocabulary } from './words.ts';

type Worded = keyof typeof evidence;

const groups = (Object.keys(evidence) as Worded[]).flatMap((category) =>
  evidence[category].map(([weight, words, list]) => ({
    category,
    weight,
    isWord: vocabulary(words),
    findPhrases: phrases(list.split(', ').filter(Boolean)),
  })),
);
type Group = (typeof groups)[number];

/** The groups that a word speaks for, of those whose words stand for no more than themselves. */
const groupsOfWord = new Map<string, Group[]>();
for (const group of groups)
  for (const word of group.isWord.words ?? [])
    groupsOfWord.set(word, [...(groupsOfWord.get(word) ?? []), group]);
const groupsOfStems = groups.filter(({ isWord }) => isWord.words === undefined);

/** What is less than this says nothing. */
const ENOUGH = 1.9;
/** One group of words gives at most this many hits: a long text is not surer than a short one. */
const MAX_HITS = 4;

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
function weigh(subject: Text, body: Text): Map<Category, number> {
  const hits = new Map<Group, number>(groups.map((group) => [group, 0]));
  const add = (group: Group, count: number) => hits.set(group, hits.get(group)! + count);
  for (const word of new Set([...subject.places.keys(), ...body.places.keys()])) {
    const count = subject.places.has(word) ? 1.5 : 1;
    for (const group of groupsOfWord.get(word) ?? []) add(group, count);
    for (const group of groupsOfStems) if (group.isWord(word)) add(group, count);
  }
  const scores = new Map<Category, number>();
  for (const group of groups) {
    add(group, new Set([...group.findPhrases(subject), ...group.findPhrases(body)]).size);
    const score = group.weight * Math.min(hits.get(group)!, MAX_HITS);
    scores.set(group.category, (scores.get(group.category) ?? 0) + score);
  }
  return scores;
}

/** The category of a message (decisions.md, Triage), and how much spoke for it. */
export function categoryOf(input: Content, { subject, body }: Said, hasOtp: boolean): Category {
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
