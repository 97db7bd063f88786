/** A table of GitHub Markdown, its columns padded as the formatter has it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(cell));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  const [first, ...others] = cells;
  return [line(first!), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}

const cell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|') || '–';

export const code = (text: string): string => `\`${text}\``;

export const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

const BLOCK = /^<!-- generated: (.+?) -->\n[\s\S]*?^<!-- end -->$/gm;

/** The blocks that a text asks for, in order, such as `operations tenants partners`. */
export const blocksIn = (text: string): string[] => [...text.matchAll(BLOCK)].map((found) => found[1]!);

/** The text with every block between markers written again. */
export const fillBlocks = (text: string, write: (block: string) => string): string =>
  text.replace(BLOCK, (_all, block: string) => `<!-- generated: ${block} -->\n${write(block)}\n<!-- end -->`);
