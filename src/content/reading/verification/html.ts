/** As much of html as a code is looked for in. */
const MAX_CODE_HTML = 60_000;
const BLOCK = /^<\/?(?:br|p|div|t[dhr]|table|tbody|h[1-6]|li|ul|ol|section|center|hr)(?![a-z])/i;
/** Digits on lines of their own. */
const CELLS = /(?<!\d)(?<!\d\n)\d(?:\n\d){3,7}(?!\n?\d)/g;

/** The lines that html shows, for codes whose mail says them only there. One pass. */
export function textOfHtml(html: string): string {
  const bounded = html.slice(0, MAX_CODE_HTML);
  const pieces: string[] = [];
  let at = 0;
  for (let open = bounded.indexOf('<'); open !== -1; open = bounded.indexOf('<', at)) {
    pieces.push(bounded.slice(at, open));
    const close = bounded.indexOf('>', open);
    if (close === -1) return joined(pieces);
    if (BLOCK.test(bounded.slice(open, open + 12))) pieces.push('\n');
    at = close + 1;
  }
  pieces.push(bounded.slice(at));
  return joined(pieces);
}

const joined = (pieces: readonly string[]): string =>
  pieces
    .join('')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll(CELLS, (cells) => cells.replaceAll('\n', ''));
