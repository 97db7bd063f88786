import { clip } from '#kernel/base/clip.ts';
import { type Category, type Content, SUMMARY_CHARACTERS } from './message.ts';
import { phrases, type Said, vocabulary } from './words.ts';

const request = phrases([
  ...[
    'please',
    'could you',
    'can you',
    'would you',
    'can we',
    'let me know',
    'do you',
    'are you',
    'get back to me',
    'what do you',
    'i need',
    'we need',
  ],
  ...[
    'bitte',
    'konnen sie',
    'kannst du',
    'pouvez-vous',
    'pourriez-vous',
    'merci de',
    'peux-tu',
    'puede',
    'pueden',
    'podrian',
    'por favor',
    'avisame',
  ],
  ...['potete', 'puoi', 'podem', 'poderia', 'kunt u', 'kunnen jullie', 'laat even weten'],
]);
const noReplyWanted = phrases([
  'do not reply',
  'no reply needed',
  'no need to reply',
  'no action is needed',
  'for your information',
  'fyi',
  'ne pas y repondre',
  'no responda',
  'nicht antworten',
]);

const byCategory: Record<Category, number> = {
  ...{ personal: 0.6, support: 0.85, sales: 0.65, billing: 0.4, scheduling: 0.65, other: 0.25 },
  ...{ notification: 0.05, newsletter: 0.02, verification: 0.02, bounce: 0.05, spam: 0.02 },
};
const ANSWERED = new Set<Category>(['personal', 'support', 'sales', 'billing', 'scheduling', 'other']);

/** How surely the sender waits for an answer, 0 to 1. */
export function needsReply(input: Content, { body }: Said, category: Category): number {
  const base = byCategory[category];
  if (!ANSWERED.has(category) || input.automated) return Math.min(base, 0.1);
  const asked = /[?？]/.test(body.folded) ? 0.25 : -0.1;
  const wanted = request(body).length > 0 ? 0.1 : -0.05;
  const unwanted = noReplyWanted(body).length > 0 ? -0.4 : 0;
  return Math.round(Math.min(1, Math.max(0, base + asked + wanted + unwanted)) * 100) / 100;
}

const now = vocabulary(
  'urgent urgently emergency immediately asap critical dringend sofort urgente urgentemente urgence immediatement inmediatamente notfall',
);
const nowPhrases = phrases([
  'production is down',
  'is down',
  'api down',
  'right away',
  'as soon as possible',
  'so schnell wie moglich',
  'des que possible',
  'lo antes posible',
  'security incident',
  'data breach',
]);
const soonPhrases = phrases([
  'today',
  'tomorrow',
  'end of the week',
  'by friday',
  'deadline',
  'overdue',
  'due within',
  'before the end',
  'blocks',
  'heute',
  'morgen',
  'ende der woche',
  "aujourd'hui",
  'demain',
  'hoy',
  'manana',
  'this week',
  "can't log in",
  'payment failed',
  'suspended',
  'rapidement',
  'final notice',
]);

/** 0 can wait, 1 soon, 2 within the day, 3 now. */
export function urgencyOf({ subject, body }: Said, category: Category): number {
  if (category === 'newsletter' || category === 'spam') return 0;
  const texts = [subject, body];
  const urgentWords =
    texts.flatMap(({ tokens }) => tokens.filter(now)).length + new Set(texts.flatMap(nowPhrases)).size;
  const soon = texts.flatMap(soonPhrases).length;
  const base = category === 'support' || category === 'verification' ? 1 : 0;
  if (urgentWords > 1) return 3;
  return Math.min(3, base + (urgentWords > 0 ? 2 : soon > 0 ? 1 : 0));
}

const greeting =
  /^(hi|hello|hey|dear|good (morning|afternoon|evening)|hallo|guten (tag|morgen)|sehr geehrte|liebe|bonjour|bonsoir|coucou|hola|buenos|buenas|estimad|ciao|buongiorno|gentile|ol[aá]|boa|goedemiddag|beste|hoi)\b[^.!?\n]{0,40}[,!.:\n]/i;
export const MIN_SENTENCE = 12;

/** The message in one line, in its own words: the first sentence that says something, after its subject. */
export function summaryOf({ subject, extracted_text }: Pick<Content, 'subject' | 'extracted_text'>): string {
  const title = oneLine(subject);
  const body = clip(extracted_text, 2_000).trimStart().replace(greeting, '').trim();
  const sentences = body
    .split(/(?<=[.!?。！？])\s|\n{2,}/)
    .map(oneLine)
    .filter((sentence) => sentence.length >= MIN_SENTENCE);
  const said = sentences[0] ?? oneLine(body);
  return cut([title, said].filter(Boolean).join(': '));
}

/** Whitespace, control and direction characters become single spaces. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

/** At most 200 characters, cut at a word where there is one, and well-formed whatever was given. */
export function cut(given: string): string {
  const line = given.toWellFormed();
  if (line.length <= SUMMARY_CHARACTERS) return line;
  const head = clip(line, SUMMARY_CHARACTERS - 1);
  const space = head.lastIndexOf(' ');
  return `${space > SUMMARY_CHARACTERS / 2 ? head.slice(0, space) : head}…`;
}
