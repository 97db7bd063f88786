import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// The rules of the house (docs/architecture.md; design.md section 2), so that they stay true without anyone watching.

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = /\.(ts|tsx|mts|mjs|js|css|prisma)$/;
const MAX_LINES = 400;
/** Made from prisma/schema and from the OpenAPI document: nobody reads them from top to bottom. */
const generated = /^src\/kernel\/data\/tables\.ts$|^packages\/\w+\/(src\/generated|dist)\//;
const MAX_ROUTE_LINES = 15;
const MAX_README_LINES = 60;

/** The wings, from the ground up: each may import those before it, and none behind it. */
const wings = [
  'kernel',
  'adapters',
  'content',
  'jobs',
  'events',
  'workspace',
  'mailbox',
  'mail',
  'search',
  'trust',
  'platform',
  'api',
  'server',
];

async function filesIn(...folders: string[]): Promise<string[]> {
  const present = folders.filter((folder) => existsSync(join(root, folder)));
  const lists = await Promise.all(
    present.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
    }),
  );
  return lists.flat().filter((file) => !file.includes('/node_modules/'));
}

const everything = await filesIn(
  'src',
  'app',
  'inngest',
  'prisma/schema',
  'scripts',
  'bench',
  'e2e',
  'packages',
);
const sources = everything.filter((file) => SOURCE.test(file));
/** Tests and what only they use. */
const isTest = (file: string): boolean => /\.(test|fault)\.ts$|-fixtures\.ts$|\/fixtures\//.test(file);
const program = sources.filter((file) => file.startsWith('src/') && !isTest(file));
/** Wings whose folders are rooms. The wings `jobs`, `events`, `search` and `platform` are a room each. */
const wingsOfRooms = /^src\/(content|workspace|mailbox|mail|trust)\/[\w-]+(?=\/)/;
const rooms = [
  ...new Set(program.flatMap((file) => wingsOfRooms.exec(file)?.[0] ?? [])),
  ...['jobs', 'events', 'search', 'platform'].map((wing) => `src/${wing}`),
];

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const linesOf = (file: string): number => read(file).trimEnd().split('\n').length;
const wingOf = (file: string): string => file.split('/')[1]!;
const roomOf = (file: string): string | undefined => rooms.find((room) => file.startsWith(`${room}/`));

/** Files of this project that a file imports, as paths from the root. */
function importsOf(file: string): string[] {
  const specifiers = [...read(file).matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g)].map(
    (found) => found[1]!,
  );
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('#')) return [`src/${specifier.slice(1)}`];
    if (!specifier.startsWith('.')) return [];
    return [
      relative(root, resolve(root, dirname(file), specifier))
        .split(sep)
        .join('/'),
    ];
  });
}

const importsWhere = (files: string[], isWrong: (file: string, imported: string) => boolean): string[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => isWrong(file, imported))
      .map((imported) => `${file} imports ${imported}`),
  );

const linesWhere = (files: string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );

it('finds the rooms and their files', () => {
  expect(rooms).toContain('src/workspace/api-keys');
  expect(rooms.length).toBeGreaterThan(20);
  expect(program.length).toBeGreaterThan(50);
  expect(importsOf('src/api/rest/handler.ts')).toContain('src/api/registry.ts');
});

describe('wings', () => {
  it('every file stands in one', () => {
    expect(program.filter((file) => ![...wings, 'testing'].includes(wingOf(file)))).toEqual([]);
  });

  it(`a wing imports only those below it: ${wings.join(' < ')}`, () => {
    const inner = program.filter((file) => wingOf(file) !== 'testing');
    const upward = (file: string, imported: string) =>
      imported.startsWith('src/') && wings.indexOf(wingOf(imported)) > wings.indexOf(wingOf(file));
    expect(importsWhere(inner, upward)).toEqual([]);
  });

  it('each has an alias', () => {
    const { imports } = JSON.parse(read('package.json')) as { imports: Record<string, string> };
    expect(Object.keys(imports)).toEqual([...wings, 'testing'].map((wing) => `#${wing}/*`));
  });
});

describe('doors', () => {
  /** Registries list what the outside can do; a definition of events is declared where it is emitted. */
  const registries =
    /^src\/(api\/[\w-]*registry|platform\/maintenance-registry|trust\/privacy\/erasers)\.ts$/;

  it('a room is entered through its index.ts; its operations, jobs and events by the registries too', () => {
    const throughTheWall = importsWhere(program, (file, imported) => {
      const room = roomOf(imported);
      if (room === undefined || room === roomOf(file) || imported === `${room}/index.ts`) return false;
      const door = imported.slice(room.length + 1);
      // The set-up of a deployment runs an operation as a caller would.
      if (file.startsWith('src/api/') && door.startsWith('operations/')) return false;
      return !(registries.test(file) && /^(operations\/index|jobs|[\w-]*events)\.ts$/.test(door));
    });
    expect(throughTheWall).toEqual([]);
  });

  it('index.ts hands out neither operations nor jobs', () => {
    const doors = rooms.map((room) => `${room}/index.ts`);
    const outside = /\/(operations\/[\w-]+|jobs)\.ts$/;
    expect(importsWhere(doors, (_, imported) => outside.test(imported))).toEqual([]);
  });

  it('nothing of the product imports a test', () => {
    const outsideTesting = program.filter((file) => !file.startsWith('src/testing/'));
    const wrong = (_: string, imported: string) => imported.startsWith('src/testing/') || isTest(imported);
    expect(importsWhere(outsideTesting, wrong)).toEqual([]);
  });
});

describe('where things stand', () => {
  it('SQL stands in repositories', () => {
    const mayHoldSql =
      /^src\/(kernel|testing)\/|^src\/server\/postgres\/(migrate|row-security)\.ts$|(^|[/-])repository\.ts$|\/repository\//;
    const others = program.filter((file) => !mayHoldSql.test(file));
    const tag = /\bsql`|import [^;]*\bsql\b[^;]* from '#kernel\/data\/database\.ts'/;
    const text =
      /[`'"]\s*(select\s.+\bfrom\b|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()/i;
    expect([...linesWhere(others, tag), ...linesWhere(others, text)]).toEqual([]);
  });

  it('a room asks the clock port or the database for the time', () => {
    const inRooms = program.filter((file) => roomOf(file) !== undefined);
    expect(linesWhere(inRooms, /\bDate\.now\(|\bnew Date\(\s*\)/)).toEqual([]);
  });

  it('the packages stand alone: neither uses the program, and the program does not use them', () => {
    const packaged = sources.filter((file) => file.startsWith('packages/') && !isTest(file));
    expect(packaged.length).toBeGreaterThan(20);
    expect(importsWhere(packaged, (_, imported) => !imported.startsWith('packages/'))).toEqual([]);
    const others = [...program, ...sources.filter((file) => file.startsWith('app/'))];
    expect(importsWhere(others, (_, imported) => imported.startsWith('packages/'))).toEqual([]);
  });

  it('route files of app/ and inngest/ hand over and do nothing else', () => {
    const routes = sources.filter((file) => /^app\/.*\/route\.ts$/.test(file) || file.startsWith('inngest/'));
    expect(routes.filter((file) => linesOf(file) > MAX_ROUTE_LINES)).toEqual([]);
    expect(linesWhere(routes, /^\s*(if|for|while|switch|try)\b/)).toEqual([]);
  });

  it('a file that Next makes an address of stands among the addresses, not beside what they show', () => {
    const address = /\/(page|layout|route|loading|error|not-found|template|default)\.tsx?$/;
    const addresses =
      /^app\/console\/(\(workspace\)\/.*|(sign-in|invitation|authorize|device|mail-frame|pdf-frame)\/)?[^/]+$/;
    const inConsole = sources.filter((file) => file.startsWith('app/console/') && address.test(file));
    expect(inConsole.length).toBeGreaterThan(20);
    expect(inConsole.filter((file) => !addresses.test(file))).toEqual([]);
  });

  it('every room has a door', () => {
    expect(rooms.filter((room) => !existsSync(join(root, room, 'index.ts')))).toEqual([]);
  });

  it('what every room may have stands in files of the same names', () => {
    const named: [declaration: RegExp, files: RegExp][] = [
      [/\bdefineOperation\(/, /\/operations\/[\w-]+\.ts$/],
      [/\bdefineJob\(/, /\/jobs\.ts$/],
      [/\bdeclareJob\(/, /\/declared-jobs\.ts$/],
      [/\bdefineEvent\(/, /\/events\.ts$/],
      [/: Eraser = \{/, /\/erasure\.ts$/],
      [/: RetentionStep = \{/, /\/retention\.ts$/],
      [/^export (const|function) serialize[A-Z]/, /\/serialize\.ts$/],
    ];
    const inRooms = program.filter((file) => roomOf(file) !== undefined);
    const elsewhere = named.flatMap(([declaration, files]) =>
      linesWhere(
        inRooms.filter((file) => !files.test(file)),
        declaration,
      ),
    );
    expect(elsewhere).toEqual([]);
  });

  it('shapes stand in schema.ts, and the functions that make them of rows in serialize.ts', () => {
    const otherNames = /\/(types|inputs?|rows|settings|shapes)\.ts$/;
    // Rooms of `content` have no rows and no inputs of an API: their types stand by themselves.
    const withRows = program.filter((file) => roomOf(file) !== undefined && wingOf(file) !== 'content');
    expect(withRows.filter((file) => otherNames.test(file))).toEqual([]);
    const serializers = withRows.filter((file) => file.endsWith('/serialize.ts'));
    expect(linesWhere(serializers, /\bz\s*\.(object|strictObject|enum)\(/)).toEqual([]);
  });

  it('each file of operations/ declares operations; `read` is the verb for one object, not `get`', () => {
    const files = program.filter(
      (file) => roomOf(file) && /\/operations\/[\w-]+\.ts$/.test(file) && !file.endsWith('/index.ts'),
    );
    expect(files.length).toBeGreaterThan(150);
    expect(files.filter((file) => !read(file).includes('defineOperation('))).toEqual([]);
    expect(files.filter((file) => /\/get(-|\.)/.test(file))).toEqual([]);
  });

  it('every room says what it is in a README', () => {
    const readmes = rooms.map((room) => `${room}/README.md`);
    expect(readmes.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(
      readmes.filter((file) => existsSync(join(root, file)) && linesOf(file) > MAX_README_LINES),
    ).toEqual([]);
  });
});

describe('size and names', () => {
  it('no file is longer than 400 lines', () => {
    expect(sources.filter((file) => !generated.test(file) && linesOf(file) > MAX_LINES)).toEqual([]);
  });

  it('there is no drawer for junk', () => {
    const junk = /(^|\/)(utils?|helpers?|common|misc|shared|lib)(\.\w+)?(\/|$)/;
    expect(everything.filter((file) => junk.test(file))).toEqual([]);
  });
});
