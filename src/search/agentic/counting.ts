import { isFunctionWord } from '../ranking/ranking.ts';
import { folded } from '../words.ts';

/** A question about the number of mails or the sum of amounts in them. A search answers it, not a quote. */
export type Counting = { kind: 'count' | 'sum'; queries: string[] };

const MAILS =
  'e-?mails?|mails?|messages?|letters?|nachrichten|maili|wiadomosci|courriels?|correos?|mensajes?|messaggi|mensagens|berichten|emails?';
const COUNTS = new RegExp(
  `\\b(?:how many|number of|count (?:of )?(?:the )?|wie ?viele|combien de|cuant[oa]s|quant[ie]|quant[oa]s|hoeveel)\\s+(?:\\w+\\s+){0,2}?(?:${MAILS})\\b`,
);
/** "How many …", and phrases that ask for a sum. */
const HOW_MANY =
  /\b(?:how many|number of|wie ?viele|combien de|cuant[oa]s|quant[ie]|quant[oa]s|hoeveel|ile)\s+(\p{L}+)/u;
const ADDS_UP =
  /\b(?:altogether|add(?:s|ed)? up|come to|in total|in sum|total of|sum of|zusammen|insgesamt|au total|en tout|suman|en total|in totale|in totaal|samen|lacznie|w sumie)\b/;
const BILLS =
  '(invoices|bills|receipts|payments|orders|rechnungen|factures|facturas|fatture|faturas|facturen)';
const SUMS = new RegExp(
  `\\b(?:total|sum|altogether|how much|add up|insgesamt|summe|gesamt\\w*|total\\w*|somme|suma|somma|totale|totaal)\\b.{0,40}?\\b${BILLS}\\b`,
);

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w@.])(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w@])/i;
const NAME = "((?:\\p{Lu}[\\p{L}’'-]+)(?:\\s+\\p{Lu}[\\p{L}’'-]+){0,2})";
const SENDER = new RegExp(`(?:\\b(?:from|by|of|von|de|di|van|did|has|have|does|hat|a)\\s+)${NAME}`, 'u');
const ABOUT =
  /\b(?:about|mention(?:s|ing|ed)?|contain(?:s|ing)?|regarding|concerning|with the words?|über|uber|sur|sobre|su|over)\s+(?:the |a |an |der |die |das |le |la |el |il |het |de )?["“]?([\p{L}\p{N}' -]{2,60})/iu;
const SUBJECT =
  /\b(?:have|has|with|having|mit|avec|con|met)\s+["“]?([\p{L}\p{N}' -]{2,40}?)["”]?\s+(?:in|im|dans|en|nell?\w*)\s+(?:the |their |its |der |betreff|l')?\s*(?:subject|betreff|objet|asunto|oggetto|assunto|onderwerp)/iu;
const AGE =
  /\b(?:last|past|letzten|derniers|ultim[oi]s?)\s+(\d{1,3})\s+(hours?|days?|weeks?|months?|years?|tage[n]?|wochen|monate[n]?|jours|dias|giorni)\b/iu;
const UNITS: Record<string, string> = { h: 'h', d: 'd', w: 'w', m: 'm', y: 'y', t: 'd', j: 'd', g: 'd' };

/** Null for every other question, and if nothing in the question selects mail. */
export function countingOf(text: string, operators: readonly string[]): Counting | null {
  const plain = folded(text);
  const bills = SUMS.exec(plain)?.[1];
  const kind = COUNTS.test(plain) ? 'count' : bills ? 'sum' : null;
  if (kind === null || (kind === 'sum' && !SENDER.test(text) && !ADDRESS.test(text)))
    return ofSender(text, plain, operators);
  const filters = [...operators, ...filtersOf(text)];
  if (filters.length === 0) return ofSender(text, plain, operators);
  const query = filters.join(' ');
  if (kind === 'count') return { kind, queries: [query] };
  const noun = singular(bills!);
  return { kind, queries: [`${query} subject:${noun}`, `${query} ${noun}`] };
}

/** Mail from somebody named in the question: "How many invoices has Acme sent us?" A search shows which name it is. */
function ofSender(text: string, plain: string, operators: readonly string[]): Counting | null {
  const counted = HOW_MANY.exec(plain)?.[1];
  const kind = ADDS_UP.test(plain) ? 'sum' : counted ? 'count' : null;
  if (kind === null) return null;
  const asked = [counted, BILL.exec(plain)?.[1]].filter((noun) => noun !== undefined);
  const isMail = asked.some((noun) => new RegExp(`^(?:${MAILS})$`).test(noun));
  const nouns = [...new Set(asked.map(singular))];
  const froms = namesOf(text)
    .filter((name) => !asked.includes(folded(name)))
    .map((name) => [...operators, `from:"${name}"`].join(' '));
  const inSubject = froms.flatMap((from) => nouns.map((noun) => `${from} subject:${noun}`));
  const anywhere = froms.flatMap((from) => nouns.map((noun) => `${from} ${noun}`));
  const queries = isMail || (nouns.length === 0 && kind === 'sum') ? froms : [...inSubject, ...anywhere];
  return queries.length === 0 ? null : { kind, queries: queries.slice(0, MOST_QUERIES) };
}

/** The other steps are left for an answer in words. */
const MOST_QUERIES = 3;
const singular = (noun: string): string => noun.replace(/(?:en|s|e)$/, '');
const BILL =
  /\b(invoices?|bills?|receipts?|rechnung(?:en)?|factures?|facturas?|fatture?|faturas?|facture?n|facturen|faktur[ay]?)\b/;

/** Runs of capitalised words, without the first word of the question, the longest first. */
const namesOf = (text: string): string[] =>
  [
    ...text
      .replace(/['’]s\b/g, '')
      .matchAll(/(?<=\s)\p{Lu}[\p{L}\p{N}’'-]+(?:\s+\p{Lu}[\p{L}\p{N}’'-]+){0,2}/gu),
  ]
    .map(([name]) => name)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 3);

function filtersOf(text: string): string[] {
  const address = ADDRESS.exec(text);
  const name = address ? null : SENDER.exec(text)?.[1];
  const subject = SUBJECT.exec(text)?.[1];
  const about = subject ? null : ABOUT.exec(text)?.[1];
  const age = AGE.exec(text);
  const isTo = address !== null && /\b(?:to|an|à|para|a|aan)\s+$/iu.test(text.slice(0, address.index));
  return [
    ...(address ? [`${isTo ? 'to' : 'from'}:${address[0]}`] : []),
    ...(name ? [`from:"${name}"`] : []),
    ...(subject ? contentWords(subject).map((word) => `subject:${word}`) : []),
    ...(about ? contentWords(about) : []),
    ...(age ? [`newer_than:${age[1]}${UNITS[age[2]![0]!.toLowerCase()] ?? 'd'}`] : []),
  ];
}

const contentWords = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !isFunctionWord(word));
