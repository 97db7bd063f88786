import { askingHeads, HEADS, type Head, heads } from '../heads.ts';
import { dissect, Features, senseOfMessage, sensesOfPassages } from '../input/features.ts';
import type { Passage } from '../input/passages.ts';
import type { Vector } from '../input/vector.ts';
import { categories } from '../message.ts';
import { type LetterPairs, learnLetterPairs, likelinessBy } from '../text/likeliness.ts';
import { contentOf, type Labelled, type Writer } from './corpus.ts';
import { labelPassages, type PassageLabel } from './labels.ts';
import { SeenNames } from './learn-brands.ts';

/** A message prepared for training. */
export type Example = {
  message: Labelled;
  writer: string;
  vector: Vector;
  passages: Passage[];
  passageVectors: Vector[];
  sense: Vector;
  passageSenses: Vector[];
  labels: PassageLabel[];
  /** The words of each passage, of messages that ask for credentials or money; of others none. */
  words: Vector[];
};

export type Lexical = { names: SeenNames; pairs: LetterPairs };

/** Learns the tables that features depend on, from honest text only. */
export function learnLexical(writers: readonly Writer[]): Lexical {
  const honest = writers.flatMap(({ messages }) => messages.filter(({ attack }) => !attack?.length));
  return { names: new SeenNames(writers), pairs: learnLetterPairs(honest.map(({ text }) => text ?? '')) };
}

/** Takes all messages apart. Names that only the message's own writer uses are unknown, as a stranger's would be. */
export function examplesOf(writers: readonly Writer[], { names, pairs }: Lexical): Example[] {
  const features = new Features();
  const likely = likelinessBy(pairs);
  return writers.flatMap(({ name: writer, messages }) => {
    const brands = names.without(writer);
    return messages.map((message) => {
      const dissected = dissect(contentOf(message), likely);
      const vector = copyOf(features.message(dissected, brands));
      const passageVectors = dissected.passages.map((_, at) => copyOf(features.passage(dissected, at)));
      const labels = labelPassages(message, dissected.passages);
      const senseAt = sensesOfPassages(dissected);
      const asks = askingHeads.some((head) => truthOf(message, head));
      return {
        ...{ message, writer, vector, passages: dissected.passages, passageVectors, labels },
        ...{
          sense: senseOfMessage(dissected),
          passageSenses: dissected.passages.map((_, at) => senseAt(at)),
          words: asks ? dissected.tokens.map((own) => copyOf(features.wordsAlone(own))) : [],
        },
      };
    });
  });
}

const copyOf = ({ indices, values, length }: Vector): Vector => ({
  indices: indices.slice(0, length),
  values: values.slice(0, length),
  length,
});

/** Whether a head should say yes to a message. */
export function truthOf(message: Labelled, head: Head): boolean {
  if (head === 'injection') return Boolean(message.attack?.length);
  if (head === 'reply') return message.reply;
  if (head === 'asks') return Boolean(message.asks);
  if (head === 'is spam') return Boolean(message.spam);
  if (head === 'urgency 1' || head === 'urgency 2' || head === 'urgency 3')
    return message.urgency >= Number(head.at(-1));
  return message.category === head || Boolean(message.flags?.some((flag) => flag === head));
}

/** Whether the labels of a message say anything of a head. */
export const isLabelled = ({ labels, asks }: Labelled, head: Head): boolean => {
  if (head === 'asks') return asks !== undefined;
  if (labels === undefined || head === 'injection') return true;
  return labels === 'kind' && categories.some((category) => category === head);
};

export const truthsOf = (message: Labelled): boolean[] => {
  const truths = heads.map((head) => truthOf(message, head));
  if (truths.length !== HEADS) throw new Error('every head has a truth');
  return truths;
};
