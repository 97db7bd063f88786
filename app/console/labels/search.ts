import type { DeepSearchAnswer, SearchFacets } from '../data/trpc.ts';

export const searchModes = ['hybrid', 'keyword', 'semantic', 'agentic'] as const;
export type SearchMode = (typeof searchModes)[number];

export const searchModeLabels: Record<SearchMode, { name: string; about: string }> = {
  hybrid: { name: 'Best match', about: 'Looks for words and for meaning' },
  keyword: { name: 'Words', about: 'Looks for the words as you write them' },
  semantic: { name: 'Meaning', about: 'Finds what you mean, even in other words' },
  agentic: { name: 'Ask', about: 'Answers a question from the mail and names its sources' },
};

export const facetLabels: Record<keyof SearchFacets, string> = {
  sender: 'From',
  sender_domain: 'Domain',
  month: 'Month',
  label: 'Label',
  attachment_type: 'Attachments',
  category: 'Category',
};

/** The steps of a search for an answer. */
export const traceActions: Record<DeepSearchAnswer['trace'][number]['action'], string> = {
  search: 'Searched',
  read: 'Read',
  answer: 'Wrote the answer',
};

/** A note about an answer; null if it is complete. */
export const answerNotes: Record<DeepSearchAnswer['status'], string | null> = {
  answered: null,
  insufficient_evidence: 'The mail in this mailbox does not answer the question.',
  budget_exhausted: 'Time ran out before everything was read. This is what was found so far.',
  degraded: 'The model was not available, so the built-in search answered.',
};

/** The model name in answers that no model wrote (src/search/agentic). */
const BUILT_IN = 'builtin';
export const isFromModel = ({ usage }: DeepSearchAnswer): boolean => usage.model !== BUILT_IN;
export const noModelNote =
  'No language model wrote this: the built-in search chose these sentences from the mail itself.';
