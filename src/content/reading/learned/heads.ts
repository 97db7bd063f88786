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
/** The classifiers of a single passage: whether it steers software, asks for credentials, or asks for money. */
export const passageHeads = [
  'injection',
  'credential_request',
  'payment_request',
] as const satisfies readonly Head[];
export const PASSAGE_HEADS = passageHeads.length;
/** Those that say of a passage what a flag says of its message. */
export const askingHeads = ['credential_request', 'payment_request'] as const satisfies readonly Head[];
export type AskingHead = (typeof askingHeads)[number];
export const headAt = (head: Head): number => heads.indexOf(head);
