import { categories, learnedFlags } from './message.ts';

/** The classifiers of a whole message, one output each, in the order of the weights. */
export const heads = [
  ...categories,
  ...(['urgency 1', 'urgency 2', 'urgency 3'] as const),
  ...(['reply', 'is spam'] as const),
  ...learnedFlags,
  'injection' as const,
  // Whether the words ask their reader to sign in, to confirm, to pay, to give details, to install or to fill in something.
  'asks' as const,
] as const;
export type Head = (typeof heads)[number];
export const HEADS = heads.length;
export const headAt = (head: Head): number => heads.indexOf(head);
