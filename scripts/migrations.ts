/** A statement of a migration that the release before may not survive. */
export type Contraction = { statement: string; reason: string };

const name = '(?:"[^"]+"|[\\w.]+)';
const rules: readonly (readonly [RegExp, string])[] = [
  [/^alter table\b.*\bdrop column\b/, 'drops a column'],
  [/^alter table\b.*\brename\b/, 'renames'],
  [
    /\badd column\b(?=[^,]*\bnot null\b)(?![^,]*\b(?:default|generated)\b)/,
    'adds a column that the release before does not fill',
  ],
  [/\bset not null\b/, 'refuses null'],
  [/\balter column\b[^,]*\b(?:set data )?type\b/, 'changes a type'],
  [/\bdrop default\b/, 'drops a default'],
  [/^drop table\b/, 'drops a table'],
  [/^create unique index\b/, 'refuses rows that the release before may write'],
  [
    /^alter table\b.*\badd (?:constraint\b.*\b)?(?:check|unique|exclude)\b/,
    'refuses rows that the release before may write',
  ],
];

/** A contract step says since which release its object is not used: `-- contract: 1.4.0 reads and writes it no more`. */
const MARK = /^\s*-- contract: \d+\.\d+\.\d+ \S/m;

/** Ends at a semicolon that is not in a comment, a string, an identifier or a body in dollars. */
const STATEMENT = /(?:--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|[^;])+/g;

/** The statement as Postgres reads it: without comments, texts and bodies, in lower case, on one line. */
const bare = (statement: string): string =>
  statement
    .replaceAll(/(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/g, "''")
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** `table.column` of each, without those that have a default. */
function nullableColumnsAddedBy(text: string): string[] {
  const table = text.match(new RegExp(`^alter table (?:only |if exists )?(${name})`))?.[1];
  const columns = [...text.matchAll(new RegExp(`\\badd column (?:if not exists )?(${name}) ([^,]*)`, 'g'))];
  return columns.flatMap(([, column, rest]) =>
    /\b(?:not null|default|generated)\b/.test(rest!) ? [] : [`${table}.${column}`],
  );
}

/**
 * Statements of a migration that take something away from the release before, without saying since when it is not used.
 * Tables that the same migration creates are nobody's yet.
 */
export function contractions(script: string): Contraction[] {
  const statements = script.match(STATEMENT) ?? [];
  const created = new Set(
    statements.flatMap(
      (statement) => bare(statement).match(new RegExp(`(?<=^create table (?:if not exists )?)${name}`)) ?? [],
    ),
  );
  const added = new Set(statements.flatMap((statement) => nullableColumnsAddedBy(bare(statement))));
  return statements.flatMap((statement) => {
    if (MARK.test(statement)) return [];
    const text = bare(statement);
    const table = text.match(
      new RegExp(`^(?:alter table (?:only |if exists )?|create unique index .*? on )(${name})`),
    )?.[1];
    if (table !== undefined && created.has(table)) return [];
    // The release before leaves a new column null, and nulls are never equal to each other.
    const unique = text.match(/^create unique index .*? on (\S+?) ?\(([^)]*)\)/);
    if (unique?.[2]?.split(/, ?/).some((column) => added.has(`${unique[1]}.${column}`))) return [];
    return rules
      .flatMap(([pattern, reason]) => (pattern.test(text) ? [{ statement: text, reason }] : []))
      .slice(0, 1);
  });
}
