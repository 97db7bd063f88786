import { inOrder, phrases, type Text, type Vocabulary, vocabulary } from './words.ts';

/** A signal and how much it says. Those of one kind tell of one thing: together they count up to the kind's bound. */
export type Weighed = { weight: number; kind?: 'address' | 'act' | 'quiet'; found(text: Text): boolean };

const vocabularies = new Map<string, Vocabulary>();
export function known(list: string): Vocabulary {
  const made = vocabularies.get(list) ?? vocabulary(list);
  vocabularies.set(list, made);
  return made;
}

/** Words in this order within a sentence, each at most `gap` tokens after the one before. */
export const steps = (gap: number, ...lists: (string | Vocabulary)[]) => {
  const inTurn = lists.map((list) => (typeof list === 'string' ? known(list) : list));
  return (text: Text): boolean => inOrder(text, gap, ...inTurn).length > 0;
};
/** Whole phrases, parted by `|`. */
export const has = (...lists: string[]) => {
  const find = phrases(lists.flatMap((list) => list.split('|')));
  return (text: Text): boolean => find(text).length > 0;
};
export const any =
  (...tests: ((text: Text) => boolean)[]) =>
  (text: Text): boolean =>
    tests.some((test) => test(text));
