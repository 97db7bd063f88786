import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractions } from './migrations.ts';

// Two neighbouring releases run on one database while one replaces the other, so a migration only adds (expand). What the
// release before does not use any more is taken away in a step of its own that says so (contract).

/** Those of the first release; the rule came after them. */
const RULE_SINCE = '20261122230000';

const folder = join(import.meta.dirname, '../prisma/migrations');
const migrations = readdirSync(folder)
  .filter((name) => /^\d{14}_/.test(name) && name > RULE_SINCE)
  .map((name) => [name, readFileSync(join(folder, name, 'migration.sql'), 'utf8')] as const);

it.each(migrations)('%s takes nothing away that the release before uses', (_name, script) => {
  expect(contractions(script)).toEqual([]);
});

describe('what the rule finds', () => {
  it.each([
    ['ALTER TABLE "t" DROP COLUMN "c";', 'drops a column'],
    ['alter table t add column a int,\n  drop column if exists b;', 'drops a column'],
    ['ALTER TABLE t RENAME COLUMN a TO b;', 'renames'],
    ['ALTER TABLE t RENAME TO u;', 'renames'],
    ['ALTER TABLE "t" ADD COLUMN "c" TEXT NOT NULL;', 'adds a column that the release before does not fill'],
    ['ALTER TABLE "t" ALTER COLUMN "c" SET NOT NULL;', 'refuses null'],
    ['ALTER TABLE "t" ALTER COLUMN "c" SET DATA TYPE bigint;', 'changes a type'],
    ['ALTER TABLE "t" ALTER COLUMN "c" DROP DEFAULT;', 'drops a default'],
    ['DROP TABLE "t";', 'drops a table'],
    ['CREATE UNIQUE INDEX i ON t (c);', 'refuses rows that the release before may write'],
    [
      "ALTER TABLE t ADD COLUMN c TEXT DEFAULT ''; CREATE UNIQUE INDEX i ON t (c);",
      'refuses rows that the release before may write',
    ],
    ['ALTER TABLE t ADD CONSTRAINT k CHECK (c > 0);', 'refuses rows that the release before may write'],
  ])('%s', (statement, why) => {
    expect(contractions(statement).map(({ reason }) => reason)).toEqual([why]);
  });

  it.each([
    'ALTER TABLE "t" ADD COLUMN "c" TEXT;',
    `ALTER TABLE "t" ADD COLUMN "c" TEXT NOT NULL DEFAULT 'x; drop table t';`,
    'CREATE TABLE "t" ("id" TEXT NOT NULL); CREATE UNIQUE INDEX i ON "t" ("id"); ALTER TABLE "t" RENAME TO u;',
    'ALTER TABLE "t" ADD COLUMN "c" TEXT, ADD COLUMN "d" INT; CREATE UNIQUE INDEX i ON "t"("a", "d");',
    '-- DROP TABLE "t";\nDROP INDEX "i";',
    '/* drop table t; */ SELECT 1;',
    'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE t; END $$;',
    '-- contract: 1.4.0 reads and writes it no more\nALTER TABLE "t" DROP COLUMN "c";',
  ])('not: %s', (statement) => {
    expect(contractions(statement)).toEqual([]);
  });

  it('needs the release of a contract step, and marks one statement only', () => {
    expect(contractions('-- contract: soon\nDROP TABLE t;')).toHaveLength(1);
    expect(contractions('-- contract: 1.4.0 uses it no more\nDROP TABLE t;\nDROP TABLE u;')).toHaveLength(1);
  });
});
