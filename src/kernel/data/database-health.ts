import type { Pool } from 'pg';
import { SECOND } from '../base/clock.ts';

export type DatabaseFinding = { state: 'ok' } | { state: 'degraded' | 'down'; reason: string };

/** A check ends after this time even if the database does not answer. */
const DEADLINE = 1.5 * SECOND;
/** A result is reused for this long, so that monitors can check as often as they like. */
const FRESH = SECOND / 2;
/** How long after a refused write the database counts as refusing writes. */
const REMEMBERED = 5 * SECOND;

/** SQLSTATEs of a database that answers but takes no writes. */
const refusals: Record<string, string> = {
  '25006': 'The database is read-only.',
  '53100': 'The disk of the database is full. Free some space.',
};

/** Sorts 600 kB with little memory, for which Postgres needs a temporary file. So it fails when the disk is full. */
const PROBE = `
  select current_setting('transaction_read_only')::bool or pg_is_in_recovery() as read_only,
         (select max(n) from (select n, repeat('x', 100) as filler from generate_series(1, 5000) n
                              order by filler, n desc offset 4999) sorted) as spilled`;

/** Checks the database on a connection of its own, because a busy pool says nothing about the database. */
export class DatabaseHealth {
  readonly #pool: Pool;
  #latest: { at: number; finding: Promise<DatabaseFinding> } | null = null;
  #refused: { at: number; reason: string } | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Takes note of the SQLSTATE of a statement that failed. */
  note(state: string | undefined): void {
    const reason = refusals[state ?? ''];
    if (reason) this.#refused = { at: performance.now(), reason };
  }

  async check(): Promise<DatabaseFinding> {
    const now = performance.now();
    if (!this.#latest || now - this.#latest.at > FRESH) this.#latest = { at: now, finding: this.#ask() };
    const finding = await this.#latest.finding;
    if (finding.state !== 'ok' || !this.#refused || now - this.#refused.at > REMEMBERED) return finding;
    return { state: 'degraded', reason: this.#refused.reason };
  }

  /** Never rejects. */
  async #ask(): Promise<DatabaseFinding> {
    const late = Promise.withResolvers<DatabaseFinding>();
    const seconds = DEADLINE / SECOND;
    const silent = { state: 'down', reason: `The database did not answer within ${seconds} s.` } as const;
    const timer = setTimeout(() => late.resolve(silent), DEADLINE);
    try {
      return await Promise.race([this.#probe(), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #probe(): Promise<DatabaseFinding> {
    try {
      const client = await this.#pool.connect();
      let failure: Error | undefined;
      try {
        await client.query("set work_mem = '64kB'");
        const { rows } = await client.query<{ read_only: boolean }>(PROBE);
        return rows[0]!.read_only ? { state: 'degraded', reason: refusals['25006']! } : { state: 'ok' };
      } catch (error) {
        failure = error as Error;
        throw error;
      } finally {
        client.release(failure);
      }
    } catch (error) {
      const reason = refusals[(error as { code?: string }).code ?? ''];
      return reason
        ? { state: 'degraded', reason }
        : { state: 'down', reason: 'The database does not answer.' };
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
