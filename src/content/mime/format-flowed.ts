/**
 * Joins the soft line breaks of `format=flowed` text (RFC 3676): a line that ends in a space continues on the next
 * line of the same quote depth. `delSp` removes that space (for scripts without spaces).
 */
export function unflow(text: string, delSp: boolean): string {
  const paragraphs: string[] = [];
  let pieces: string[] = [];
  let openDepth = -1;
  for (const line of text.split('\n')) {
    const depth = quoteDepth(line);
    const content = line.slice(depth).replace(/^ /, '');
    if (openDepth >= 0 && openDepth !== depth) pieces = flush(paragraphs, pieces, openDepth);
    const isSignature = content === '-- ';
    const soft = content.endsWith(' ') && !isSignature;
    pieces.push(soft && delSp ? content.slice(0, -1) : content);
    openDepth = depth;
    if (!soft) {
      pieces = flush(paragraphs, pieces, depth);
      openDepth = -1;
    }
  }
  if (pieces.length > 0) flush(paragraphs, pieces, Math.max(openDepth, 0));
  return paragraphs.join('\n');
}

function quoteDepth(line: string): number {
  let depth = 0;
  while (line.charCodeAt(depth) === 0x3e) depth++;
  return depth;
}

function flush(paragraphs: string[], pieces: string[], depth: number): string[] {
  const content = pieces.join('');
  paragraphs.push(depth === 0 ? content : `${'>'.repeat(depth)} ${content}`);
  return [];
}
