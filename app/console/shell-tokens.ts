export type ShellToken = { kind: 'plain' | 'comment' | 'string' | 'variable' | 'option'; text: string };

// A `$NAME` inside a quoted string is coloured as part of that string.
const coloured =
  /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>'[^']*'|"[^"]*")|(?<variable>\$[A-Z]+|(?<=^|\s)[A-Z]+(?==))|(?<option>(?<=\s)--?[A-Za-z][A-Za-z-]*)/gm;

/** Splits a shell snippet of ours for colouring. Joined again, the texts are the snippet. */
export function shellTokens(snippet: string): ShellToken[] {
  const tokens: ShellToken[] = [];
  let end = 0;
  for (const match of snippet.matchAll(coloured)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: snippet.slice(end, match.index) });
    tokens.push({ kind: kindOf(match.groups), text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < snippet.length) tokens.push({ kind: 'plain', text: snippet.slice(end) });
  return tokens;
}

function kindOf(groups: Record<string, string> | undefined): ShellToken['kind'] {
  if (groups?.comment) return 'comment';
  if (groups?.string) return 'string';
  return groups?.variable ? 'variable' : 'option';
}
