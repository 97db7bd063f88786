export type CodeToken = { kind: 'plain' | 'comment' | 'string' | 'variable' | 'option'; text: string };
export type Language = 'shell' | 'json' | 'typescript';

const coloured: Record<Language, RegExp> = {
  // A `$NAME` inside a quoted string is coloured as part of that string.
  shell:
    /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>'[^']*'|"[^"]*")|(?<variable>\$[A-Z_]+|(?<=^|\s)[A-Z_]+(?==))|(?<option>(?<=\s)--?[A-Za-z][A-Za-z-]*)/gm,
  json: /(?<variable>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")|(?<option>\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*)/g,
  typescript:
    /(?<comment>\/\/[^\n]*)|(?<string>'[^'\n]*'|`[^`]*`)|(?<option>\b(?:import|from|const|await|async|if|for|of|throw|new|return)\b)/g,
};

/** Splits a snippet or a payload into tokens to colour. The texts of all tokens together are the snippet. */
export function codeTokens(snippet: string, language: Language): CodeToken[] {
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of snippet.matchAll(coloured[language])) {
    if (match.index > end) tokens.push({ kind: 'plain', text: snippet.slice(end, match.index) });
    tokens.push({ kind: kindOf(match.groups), text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < snippet.length) tokens.push({ kind: 'plain', text: snippet.slice(end) });
  return tokens;
}

function kindOf(groups: Record<string, string> | undefined): CodeToken['kind'] {
  if (groups?.comment) return 'comment';
  if (groups?.string) return 'string';
  return groups?.variable ? 'variable' : 'option';
}
