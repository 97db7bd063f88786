import { categories, learnedFlags } from './message.ts';

/** The classifiers of a whole message, one output each, in the order of the weights. */
export const heads = [
  ...categories,
  ...(['urgency 1', 'urgency 2', 'urgency 3'] as const),
  ...(['reply', 'is spam'] as const),
  ...learnedFlags,
  'injection' as const,
] as const;
export type Head = (typeof heads)[number];
export const HEADS = heads.length;
export const headAt = (head: Head): number => heads.indexOf(head);
