import type { ToolGroup } from '#kernel/catalogue/mcp-tools.ts';

/** Groups of tools as a person chooses them for a key. */
export const toolGroupLabels: Record<ToolGroup, string> = {
  read: 'reading',
  search: 'searching',
  send: 'sending',
  organise: 'organising',
  sign: 'signing',
};

/** The tools of a key: groups in words, single tools by the names that its holder also sees. */
export const toolListWords = (tools: readonly string[]): string =>
  tools
    .map((word) => (Object.hasOwn(toolGroupLabels, word) ? toolGroupLabels[word as ToolGroup] : word))
    .join(', ');
