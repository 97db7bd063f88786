import { createRequire } from 'node:module';
import type pg from 'pg';

export const jobSchema = 'graphile_worker';

/** The version comment on the schema of the job engine. With any other text, the schema must be updated. */
export function jobEngineVersion(): string {
  const manifest = createRequire(import.meta.url)('graphile-worker/package.json') as { version: string };
  return `graphile-worker ${manifest.version}, generic plans, fair order`;
}

/** Runs the job engine's own migrations, then adds what the order of its queue needs. It may run twice. */
export async function migrateJobSchema(client: pg.Client, url: string): Promise<void> {
  // Loaded only now: the fast path of every other start does without it.
  const { Logger, runMigrations } = await import('graphile-worker');
  const logger = new Logger(() => () => undefined);
  await runMigrations({ connectionString: url, schema: jobSchema, logger });
  // Otherwise Postgres would plan the statements in that function again at each call, at twice the cost.
  await client.query(
    `ALTER FUNCTION ${jobSchema}.add_jobs(${jobSchema}.job_spec[], boolean) SET plan_cache_mode = force_generic_plan`,
  );
  await addFairOrder(client);
  // The engine has no cheap way to ask whether its schema is current, so we note which release brought it.
  await client.query(`COMMENT ON SCHEMA ${jobSchema} IS '${jobEngineVersion()}'`);
}

/** How many jobs a tenant has waiting, through an index. `src/jobs/repository.ts` puts new jobs behind them. */
async function addFairOrder(client: pg.Client): Promise<void> {
  // Without jobs that run: taking a job adds no entry.
  await client.query(
    `CREATE INDEX IF NOT EXISTS jobs_of_tenant ON ${jobSchema}._private_jobs ((payload ->> 'tenant_id'), run_at)
       WHERE is_available`,
  );
  // Plans are kept from when the queue was short. Then a scan of the table looks cheap, and is not with 50,000 jobs in it.
  await client.query(
    `CREATE OR REPLACE FUNCTION ${jobSchema}.waiting_of_tenant(tenant text, due timestamptz, most int) RETURNS int
       LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
     BEGIN
       RETURN (SELECT count(*) FROM (
         SELECT FROM ${jobSchema}._private_jobs
          WHERE is_available AND payload ->> 'tenant_id' = tenant AND run_at <= greatest(now(), due)
          LIMIT most) j);
     END $$`,
  );
}
