import { type Message, unique } from './messages.ts';

export const placeNames = [
  'place',
  'first',
  'last',
  'dateOrder',
  'functionWords',
  'row',
  'threadSize',
  'letters',
];

const LAST = 3;
const MANY_IN_THREAD = 5;
const NO_FUNCTION_WORDS = 0.5;

/** Where a sentence is in its message, and the message among the others, in the order of `placeNames`. */
export function placesAmong(messages: readonly Message[], functionWords: readonly string[]) {
  const dates = unique(messages.map(({ date }) => date)).sort();
  return ({ date, thread_id, words, sentences }: Message) => {
    const own = new Set(words);
    const shared = functionWords.filter((word) => own.has(word)).length;
    const inThread = messages.filter((other) => other.thread_id === thread_id).length;
    const [order, language] = [
      dates.indexOf(date) / Math.max(1, dates.length - 1),
      functionWords.length === 0 ? NO_FUNCTION_WORDS : shared / functionWords.length,
    ];
    return (nth: number, text: string): number[] => [
      nth / Math.max(1, sentences.length),
      nth === 0 ? 1 : 0,
      nth >= sentences.length - LAST ? 1 : 0,
      order,
      language,
      text.includes('|') ? 1 : 0,
      inThread / MANY_IN_THREAD,
      Math.log(1 + text.length),
    ];
  };
}
