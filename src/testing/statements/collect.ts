import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { examples } from './examples-fixtures.ts';
import { type Collected, Collector } from './probe.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The files that may contain SQL, which src/structure.test.ts checks. */
const holdsSql = /^src\/kernel\/|(^|[/-])repository\.ts$|\/repository\//;

/** All statements of the program, and the lines of statements that were not reached. */
export async function collectStatements(): Promise<{ statements: Collected[]; unreached: string[] }> {
  const statements = new Map<string, Collected>();
  const unreached: string[] = [];
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => holdsSql.test(file) && !/\.test\.ts$|^src\/testing\//.test(file),
  );
  for (const file of files.sort()) {
    const collector = new Collector();
    const { probed, statementLines } = (await import(/* @vite-ignore */ `${root}/${file}?probed`)) as {
      probed: Record<string, unknown>;
      statementLines: number[];
    };
    if (statementLines.length === 0) continue;
    const here = examples.filter((each) => each.file === file);
    const exampled = here.flatMap(({ functions }) => functions);
    const others = Object.entries(probed).filter(([name]) => !exampled.includes(name));
    await collector.callAll(Object.fromEntries(others));
    for (const { call } of here) await call(probed);
    for (const [line, text] of collector.found) statements.set(`${file} ${text}`, { file, line, text });
    unreached.push(
      ...statementLines.filter((line) => !collector.lines.has(line)).map((line) => `${file}:${line}`),
    );
  }
  return { statements: [...statements.values()], unreached };
}
