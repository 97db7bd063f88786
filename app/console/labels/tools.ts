import type { ToolGroup } from '#kernel/catalogue/mcp-tools.ts';

/** Names of the tool groups that a person can choose for a key. */
export const toolGroupLabels: Record<ToolGroup, string> = {
  read: 'reading',
  search: 'searching',
  send: 'sending',
  organise: 'organising',
  sign: 'signing',
};

/** The tools of a key: groups in words, and single tools by their names. */
export const toolListWords = (tools: readonly string[]): string =>
  tools
    .map((word) => (Object.hasOwn(toolGroupLabels, word) ? toolGroupLabels[word as ToolGroup] : word))
    .join(', ');
