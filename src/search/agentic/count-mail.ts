import type { ReadText } from '../repository/agentic.ts';
import { folded } from '../words.ts';
import type { Counting } from './counting.ts';
import { hasMoney } from './expressions.ts';
import type { Outcome, Run } from './run.ts';
import { sentencesOf } from './sentences.ts';

/** Computes the answer from a search; null if no such mail is found. */
export async function answerCount(
  run: Run,
  { kind, queries }: Counting,
): Promise<Omit<Outcome, 'exhausted'> | null> {
  for (const query of queries) {
    if (run.stepsLeft <= 1) return null;
    const { messageIds, number, complete } = await run.list(query);
    if (messageIds.length === 0 && queries.length > 1) continue;
    const outcome =
      kind === 'count'
        ? counted(messageIds, { number, query, complete })
        : summed(await run.read(messageIds), query);
    if (outcome) return outcome;
  }
  return null;
}

/** Steering mail is counted too, because counting trusts no content, but it is not cited. */
function counted(
  messageIds: readonly string[],
  { number, query, complete }: { number: number; query: string; complete: boolean },
): Omit<Outcome, 'exhausted'> {
  const count = `${complete ? '' : 'At least '}${number} ${number === 1 ? 'message' : 'messages'}`;
  return {
    claims: [{ text: `${count} found for ${query}.`, citations: cite(messageIds), computed: true }],
    confidence: complete ? 1 : 0.5,
  };
}

const cite = (messageIds: readonly string[]) => messageIds.map((id) => ({ id, quote: '' }));

type Amount = { messageId: string; value: number; currency: string; of: string };

/** Counts one amount per message and per document number, because a reminder names the same amount again. */
function summed(texts: readonly ReadText[], query: string): Omit<Outcome, 'exhausted'> | null {
  const amounts = new Map<string, Amount>();
  for (const text of texts) {
    const amount = amountOf(text);
    if (amount && !amounts.has(amount.of)) amounts.set(amount.of, amount);
  }
  if (amounts.size === 0) return null;
  const sums = new Map<string, number>();
  for (const { value, currency } of amounts.values()) sums.set(currency, (sums.get(currency) ?? 0) + value);
  const total = [...sums].map(([currency, sum]) => `${format(sum)} ${currency}`.trim()).join(' and ');
  const count = `${amounts.size} ${amounts.size === 1 ? 'message' : 'messages'}`;
  const cited = [...amounts.values()].map(({ messageId }) => messageId);
  return {
    claims: [
      {
        text: `The amounts in ${count} found for ${query} come to ${total}.`,
        citations: cite(cited),
        computed: true,
      },
    ],
    confidence: amounts.size === texts.length ? 0.9 : 0.6,
  };
}

const format = (sum: number): string =>
  new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(sum);

const AMOUNT =
  /(?<before>[€$£¥]|\b[A-Z]{3}\b)?\s?(?<number>\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d{2})?|\d+(?:[.,]\d{1,2})?)\s?(?<after>€|\$|£|¥|\b[A-Z]{3}\b|euros?\b|dollars?\b|pounds?\b|francs?\b|kron(?:er|or)\b)?/gu;
const TOTAL =
  /\b(?:total\w*|amounts?|sum|sums|due|payable|betrag|gesamt\w*|summe|somme|montant|importe|asciende|totale|importo|valor|bedrag|totaal)\b/;
const NUMBER = /\p{Lu}{1,5}[- ]?\d{3,}|\b\d{4,}\b/u;

function amountOf({ message_id, subject, text }: ReadText): Amount | null {
  const priced = sentencesOf(text).filter(hasMoney);
  const sentence = priced.find((one) => TOTAL.test(folded(one))) ?? priced[0];
  const found = sentence && amountIn(sentence);
  if (!found) return null;
  const { number, before, after } = found.groups!;
  const value = numberOf(number!);
  const of = NUMBER.exec(subject)?.[0] ?? message_id;
  return {
    messageId: message_id,
    value,
    currency: (after ?? before ?? '').toLowerCase().replace(/s$/, ''),
    of,
  };
}

/** The first amount after a word for a total, or else the first amount. */
function amountIn(sentence: string): RegExpExecArray | undefined {
  const amounts = [...sentence.matchAll(AMOUNT)].filter(({ groups }) => groups!.before || groups!.after);
  const total = [...sentence.matchAll(new RegExp(TOTAL, 'giu'))].at(-1)?.index ?? 0;
  return amounts.find(({ index }) => index >= total) ?? amounts[0];
}

/** The decimal separator is the last of two separators, or one before exactly two digits. */
function numberOf(text: string): number {
  const decimal = /[.,](\d{1,2})$/.exec(text);
  const whole = (decimal ? text.slice(0, decimal.index) : text).replace(/\D/g, '');
  return Number(`${whole}.${decimal?.[1] ?? '0'}`);
}
