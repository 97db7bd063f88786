import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EventType, eventTypes } from '#kernel/catalogue/event-types.ts';

// Checks that every event type is emitted by a test. Each test database is queried before it is dropped, and the global
// teardown compares the types after a complete run.

/** Event types of rooms that do not exist yet. Remove a type from this list when it is first recorded. */
export const NOT_YET: readonly EventType[] = [];

/** The environment variable with the folder in which the workers of a run record the types. */
const VARIABLE = 'PM_TEST_EMITTED_TYPES';

export function startCollecting(): { missing(): EventType[]; end(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'proofmail-emitted-'));
  process.env[VARIABLE] = directory;
  return {
    missing() {
      const files = globSync('*', { cwd: directory });
      const seen = new Set(files.flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n')));
      return eventTypes.filter((type) => !seen.has(type) && !NOT_YET.includes(type));
    },
    end: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Records the types of all events in a test database; a database without migrations has none. */
export async function collectFrom(url: URL, name: string): Promise<void> {
  const directory = process.env[VARIABLE];
  if (!directory) return;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query('select distinct type from events');
    if (rows.length > 0) writeFileSync(join(directory, name), rows.map(({ type }) => type).join('\n'));
  } catch (error) {
    const isUndefinedTable = (error as { code?: string }).code === '42P01';
    if (!isUndefinedTable) throw error;
  } finally {
    await client.end();
  }
}
