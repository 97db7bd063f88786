import type { Block, Letter } from './letter.ts';

const blockText = (block: Block): string => {
  if (typeof block === 'string') return block;
  if ('code' in block) return `    ${block.code}`;
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return block.quote
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
};

/** The plain text form. Every link is on a separate line, so that programs that fold lines keep it whole. */
export const textOf = ({ body, button, notes, settings }: Letter): string =>
  [
    ...body.map(blockText),
    ...(button ? [`${button.label}:`, button.url] : []),
    ...notes,
    ...(settings ? [`Choose which notices reach you: ${settings}`] : []),
  ]
    .join('\n\n')
    .concat('\n');
