import { parseQuery } from '../grammar/parse.ts';
import { isOperatorName } from '../grammar/query.ts';
import { folded, wordsOf } from '../words.ts';
import { namesIn } from './expressions.ts';
import { stopWords } from './stop-words.ts';

/** The kind of fact that a sentence must contain to answer the question. */
export type AnswerType =
  | 'time'
  | 'hour'
  | 'phone'
  | 'money'
  | 'duration'
  | 'number'
  | 'code'
  | 'person'
  | 'place'
  | null;

/** A parsed question. */
export type Question = {
  text: string;
  /** Its content words, folded, each once. */
  words: string[];
  /** Words that only name the kind of answer, so that the answer need not contain them. */
  light: ReadonlySet<string>;
  /** Names and numbers in the question. Mail that does not mention them is about something else. */
  entities: string[];
  /** The noun of the question, as in "how many pallets" or "the policy number of". The answer is next to it. */
  head: string | null;
  /** Operators in the question, unchanged. They apply to every search. */
  operators: string[];
  wants: AnswerType;
};

const MOST_WORDS = 16;
const OPERATOR = /(?<=^|\s)-?(\w{2,16}):("[^"]{1,200}"|[^\s"()]{1,200})(?=\s|$)/g;

export function understandQuestion(text: string): Question {
  const operators: string[] = [];
  const rest = text.replace(OPERATOR, (written, name) => {
    if (!isOperatorName(name.toLowerCase()) || !parses(written)) return written;
    operators.push(written);
    return ' ';
  });
  const all = [...new Set(wordsOf(folded(rest), 200).map((word) => word.text))];
  const content = all.filter((word) => !folding.has(word));
  const words = (content.length > 0 ? content : all).slice(0, MOST_WORDS);
  return {
    text,
    words,
    light: new Set(words.filter((word) => LIGHT.test(word))),
    entities: entitiesOf(rest, words),
    head: headOf(folded(rest), words),
    operators,
    wants: wantedBy(folded(rest)),
  };
}

const HEADS = [
  /\b(?:which|how many|welche[rsnm]?|wie viele|quel(?:le)?s?|combien de|cuant[oa]s|qual[ei]|quant[ie]|quant[oa]s|welke?|hoeveel)\s+(\p{L}+)/u,
  /\bwhat (?:is|are|was|were) (?:the|our|my) (?:\p{L}+ )?(\p{L}+) (?:of|for)\b/u,
];

function headOf(text: string, words: readonly string[]): string | null {
  const head = HEADS.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  return head !== undefined && words.includes(head) && !LIGHT.test(head) ? head : null;
}

/** In German every noun is capitalised, so capitals do not show names there. */
const IS_GERMAN = /\b(?:der|das|ist|wann|wie|wer|wo|was|welche[rsn]?|ich|mein\w*|kommt|hat|wird)\b/;

function entitiesOf(text: string, words: readonly string[]): string[] {
  const numbers = words.filter((word) => /\d/.test(word));
  const names = IS_GERMAN.test(folded(text))
    ? []
    : namesIn(text).flatMap((name) => name.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...numbers, ...names.filter((name) => words.includes(name))])];
}

const folding = new Set([...stopWords].map(folded));

const LIGHT =
  /^(?:costs?|prices?|priced?|charged?s?|pays?|paid|amounts?|totals?|high|large|big|long|dates?|times?|days?|hours?|places?|located|location|takes?|happen\w*|person|kind|now|leaves?|comes?|goes|gets?|arrives?|currently|exactly|please|according|kosten|kostet|kostete|hoch|kommt|kommen|geht|gibt|betrag|uhr|uhrzeit|tag|findet|statt|lange|coute\w*|prix|montant|tarif|heure|date|lieu|cuesta\w*|costo|costaron|precio|hora|fecha|lugar|importe|prezzo|costa\w*|ora|data|luogo|preco|quanto|kost|prijs|tijd|datum|plaats)$/;

const kinds: [Exclude<AnswerType, null>, RegExp][] = [
  [
    'hour',
    /\b(?:what time|at what hour|um wie ?viel uhr|uhrzeit|a que hora|(?:a )?quelle heure|che ora|que horas|hoe laat|o ktorej)\b/,
  ],
  [
    'phone',
    /\b(?:(?:tele)?phone|mobile|cell|fax)(?: phone)?(?: number)?\b|\b(?:telefon|handy|rufnummer|durchwahl|telefoon|telephone|telefono|movil|portable|komork)\w*/,
  ],
  [
    'duration',
    /\bhow (?:long|fast|quickly)\b(?! is the| will the)|\bjak dlugo\b|\bwie lange\b|\bcombien de temps\b|\bcuanto tiempo\b|\bquanto tempo\b|\bhoe lang\b/,
  ],
  [
    'code',
    /\b(?:what|which|under which|whats|wie lautet|quel(?:le)?|cual|qual[ei]?|welke?)\b.{0,40}\b(?:number|reference|version|iban|nummer|kennung|numero|referenz|gate|seat)\b|\bwhich (?:version|parking space|gate|seat|room|flight)\b/,
  ],
  [
    'money',
    /\bhow (?:much|high|expensive)\b|\b(?:what|which)\b.{0,30}\b(?:price|cost|costs|amount|fee|total|premium|excess|rate|rent|budget|charge|deposit)\b|\bwhat (?:does|do|did|will|would)\b.{0,80}\b(?:cost|charge)\b|\bwie ?viel\b|\bwie hoch\b|\bwas kostet\b|\bcombien\b|\bcuanto\b|\bquanto\b|\bhoeveel\b|\bile (?:kosztuje|bierze|placi\w*|zaplac\w*)\b|\bzu welchem preis\b|\bсколько стоит\b/,
  ],
  [
    'number',
    /\bhow (?:many|large|big|old|heavy|far|tall|wide|deep|often)|\bhow long (?:is|will) the|\bile\b|\bcombien d\b|\bwie ?viele\b|\bwie (?:gross|alt|schwer|weit)\b|\bcuant[oa]s\b|\bquant[ie]\b|\bquant[oa]s\b|\bwhat\b.{0,40}\b(?:maximum|minimum|weight|size|percentage|share|taux)\b|\b(?:taux|tasso|tasa|zins(?:satz)?)\b/,
  ],
  [
    'time',
    /\b(?:when|what (?:time|date|day)|wann|quand|cuando|quando|wanneer|kiedy|когда|(?:which|what|welche[mnrs]?|quel(?:le)?s?|que|welke) (?:day|date|month|days|weekday|weekend|week|night|evening|morning|year|tag|nacht|datum|woche|monat|wochentage\w*|tagen|abend|jour|date|semaine|nuit|dia|fecha|noche|semana|dag|datum|nacht)|(?:an|bis zu|in) welchem? |do kiedy|a que hora|um wie viel uhr|a quelle heure|jusqu'a quand|until when|by when|how soon)\b|\b(?:due date|deadline)\b|時|什么时候|いつ/,
  ],
  ['person', /\b(?:who|whom|whose|wer|wen|wem|wessen|qui|quien(?:es)?|chi|quem|wie is|kto|komu|kogo|кто)\b/],
  [
    'place',
    /\b(?:where|wo|wohin|woher|ou se|ou est|ou a|donde|adonde|dove|onde|waar|gdzie|где)\b|\bwhich (?:room|hotel|city|place)\b/,
  ],
];

function wantedBy(text: string): AnswerType {
  const found = kinds.flatMap(([kind, pattern]) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [{ kind, at }];
  });
  return found.toSorted((a, b) => a.at - b.at)[0]?.kind ?? null;
}

const NEXT_QUESTION =
  /[,;]?\s+(?:and|und|et|y|e|en|oder|or)\s+(?=(?:who|when|where|how|what|which|whose|wann|wer|wo|was|wie|welche\w*|quand|qui|où|combien|quel\w*|cuándo|quién|dónde|cuánto|qué|quando|chi|dove|quanto|wanneer|waar|hoeveel)\b)|(?<=\?)\s+(?=\S)/iu;
const MOST_PARTS = 3;

/** The separate questions in one text, each with all of its operators. */
export function partsOf(question: Question): Question[] {
  const parts = question.text.split(NEXT_QUESTION).map((part) => part.trim());
  if (parts.length === 1 || parts.length > MOST_PARTS) return [question];
  const asked = parts.map((part) => inContext(understandQuestion(part), question));
  return asked.every(({ words }) => words.length > 0) ? asked : [question];
}

/** A part of a question with the words of the whole, which explain "she" and "there"; they count little. */
const inContext = (part: Question, { words, light, operators }: Question): Question => ({
  ...part,
  operators,
  words: [...new Set([...part.words, ...words])].slice(0, MOST_WORDS),
  light: new Set([...part.light, ...light, ...words.filter((word) => !part.words.includes(word))]),
});

function parses(query: string): boolean {
  try {
    parseQuery(query);
    return true;
  } catch {
    return false;
  }
}

/** The queries: first all words, with the best matches first; then its names and numbers, or its longest words. */
export function queriesFor({ words, entities, light, operators }: Question): string[] {
  const heavy = words.filter((word) => !light.has(word));
  const longest = heavy.toSorted((a, b) => b.length - a.length).slice(0, 3);
  const wanted = [words, entities.length > 0 ? entities : longest].map((some) => some.join(' '));
  const queries = wanted.filter((query) => query !== '').map((query) => [...operators, query].join(' '));
  return queries.length > 0 ? [...new Set(queries)] : [operators.join(' ')];
}

/** Whether two folded words are forms of one: they have the same beginning and differ only in a short ending. */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return true;
  if (trunkOf(one) === trunkOf(other)) return true;
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4 || Math.abs(one.length - other.length) > 4) return false;
  let same = 0;
  while (same < shorter && one[same] === other[same]) same += 1;
  return same >= Math.max(4, shorter - 2);
}

/** A word without endings that short words have too: run and runs, hike and hiking. */
const trunkOf = (word: string): string =>
  word.length > 3
    ? word.replace(/(?:ing|ed|es|s|e)$/, (ending) => (word.length - ending.length >= 3 ? '' : ending))
    : word;
