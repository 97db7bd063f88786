import type { Queryable } from '#kernel/data/database.ts';

/** The lexemes of each of these words, in order, as texts of tsvectors: in the configuration and unstemmed. */
export const readLexemes = (
  db: Queryable,
  configuration: string,
  words: readonly string[],
): Promise<{ stems: string; plain: string }[]> =>
  db.rows({
    name: 'search.read_lexemes',
    text: `select to_tsvector($1::regconfig, word)::text as stems, strip(to_tsvector('mail_simple', word))::text as plain
           from jsonb_array_elements_text($2::jsonb) with ordinality as w (word, place) order by place`,
    values: [configuration, JSON.stringify(words)],
  });
