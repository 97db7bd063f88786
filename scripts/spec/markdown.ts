/** A table of GitHub Markdown, without padding: a longer cell must not change the other rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|') || '–';

export const code = (text: string): string => `\`${text}\``;

export const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

const BLOCK = /^<!-- generated: (.+?) -->\n[\s\S]*?^<!-- end -->$/gm;

/** What stands in the markers of a text, in order: `operations tenants partners`. */
export const blocksIn = (text: string): string[] => [...text.matchAll(BLOCK)].map((found) => found[1]!);

/** The text with every block between markers written again. */
export const fillBlocks = (text: string, write: (block: string) => string): string =>
  text.replace(BLOCK, (_all, block: string) => `<!-- generated: ${block} -->\n${write(block)}\n<!-- end -->`);
