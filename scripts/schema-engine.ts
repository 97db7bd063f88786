import { mkdtempSync } from 'node:fs';
import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';

export const schemaDirectory = fileURLToPath(new URL('../prisma/schema', import.meta.url));

type EngineModule = typeof import('@prisma/schema-engine-wasm');

const noFilters = { externalTables: [], externalEnums: [] };
const require = createRequire(import.meta.url);

/**
 * Prisma's schema engine as WebAssembly. The package's own entry imports the `.wasm` file as a module, which
 * Node does not do without a flag, hence the instantiation by hand.
 */
async function instantiateEngine(): Promise<EngineModule> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const binary = await readFile(
    require.resolve('@prisma/schema-engine-wasm').replace(/schema_engine\.js$/, 'schema_engine_bg.wasm'),
  );
  const { instance } = await WebAssembly.instantiate(binary, {
    './schema_engine_bg.js': glue as unknown as WebAssembly.ModuleImports,
  });
  // Where the engine puts the message of a Rust panic; without it the panic would show as a TypeError here.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        throw new Error(`schema engine: ${message}`);
      },
    },
  });
  const { __wbg_set_wasm: connectGlue } = glue as unknown as { __wbg_set_wasm(exports: unknown): void };
  connectGlue(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue as unknown as EngineModule;
}

// Its glue code keeps one instance per process: a second one would pull the memory from under the first.
let engineModule: Promise<EngineModule> | undefined;
const loadEngineModule = () => (engineModule ??= instantiateEngine());

const charOid = 18;
const uuidOid = 2950;

/**
 * The adapter factory for the engine. The engine reads catalogue columns of PostgreSQL's internal type "char"
 * as characters, a type that `@prisma/adapter-pg` 7.10 refuses. So such columns pass the adapter under the
 * name of a type that no catalogue query of the engine has (uuid) and get their true type behind it.
 */
function adapterFactory(pool: pg.Pool): PrismaPg {
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  const disguised = async (config: pg.QueryConfig) => {
    const result = await query(config);
    for (const field of result.fields ?? []) if (field.dataTypeID === charOid) field.dataTypeID = uuidOid;
    return result;
  };
  pool.query = disguised as typeof pool.query;
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement);
      const { Uuid, Character } = ColumnTypeEnum;
      return { ...result, columnTypes: result.columnTypes.map((type) => (type === Uuid ? Character : type)) };
    };
    return adapter;
  };
  return factory;
}

type SchemaFile = { path: string; content: string };

async function readSchema(directory: string): Promise<SchemaFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: join(directory, name),
      content: await readFile(join(directory, name), 'utf8'),
    })),
  );
}

/** Opens the engine on a database, hands it to `work` and frees it. */
export async function withSchemaEngine<T>(
  url: string,
  schema: string,
  work: (engine: SchemaEngine, files: SchemaFile[]) => Promise<T>,
): Promise<T> {
  const { SchemaEngine: Engine } = await loadEngineModule();
  const files = await readSchema(schema);
  const pool = new pg.Pool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory(pool));
  const datamodels = files.map((file): [string, string] => [file.path, file.content]);
  const engine = await Engine.new({ datamodels }, () => undefined, adapter);
  try {
    return await work(engine, files);
  } finally {
    engine.free();
    await pool.end();
  }
}

/**
 * The SQL that leads from a database to the schema files, as Prisma sees both; null when they agree. What
 * Prisma cannot express (partial and expression indexes, storage settings, triggers) it does not see, so
 * such hand-written parts of migrations neither differ nor get dropped.
 *
 * @param url database with all migrations applied
 */
export function diffToSchema(url: string, schema: string = schemaDirectory): Promise<string | null> {
  return withSchemaEngine(url, schema, async (engine, files) => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: schema },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: noFilters,
    });
    return exitCode === 0 ? null : (stdout ?? '');
  });
}

/** A migrations directory in the form the engine takes. */
export async function readMigrationList(directory: string): Promise<MigrationList> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: directory,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(directory, 'migration_lock.toml'), 'utf8').catch(() => null),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => {
        const script = await readFile(join(directory, name, 'migration.sql'), 'utf8');
        return {
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
        } as const;
      }),
    ),
  };
}

const quiet = { debug: () => undefined, warn: () => undefined, error: console.error };

/** Runs `work` against an empty database of a temporary embedded cluster. */
export async function withTemporaryDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'proofmail-schema-'));
  // mkdtemp makes 0700; root's Postgres runs as another account that has to pass through.
  await chmod(dataDir, 0o711);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, throwaway: true });
    try {
      return await work(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
