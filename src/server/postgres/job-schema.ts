import { createRequire } from 'node:module';
import type pg from 'pg';

export const jobSchema = 'graphile_worker';

/** The version comment on the schema of the job engine. With any other text, the schema must be updated. */
export function jobEngineVersion(): string {
  const manifest = createRequire(import.meta.url)('graphile-worker/package.json') as { version: string };
  return `graphile-worker ${manifest.version}, generic plans, fair order`;
}

/** Runs the job engine's own migrations, then adds the index and functions for the order of its queue. It may run twice. */
export async function migrateJobSchema(client: pg.Client, url: string): Promise<void> {
  // Loaded only now, because most starts do not need it.
  const { Logger, runMigrations } = await import('graphile-worker');
  const logger = new Logger(() => () => undefined);
  await runMigrations({ connectionString: url, schema: jobSchema, logger });
  // Otherwise Postgres would plan the statements in that function again at each call, at twice the cost.
  await client.query(
    `ALTER FUNCTION ${jobSchema}.add_jobs(${jobSchema}.job_spec[], boolean) SET plan_cache_mode = force_generic_plan`,
  );
  await addFairOrder(client);
  // The engine has no cheap way to check whether its schema is current, so we store the release that created it.
  await client.query(`COMMENT ON SCHEMA ${jobSchema} IS '${jobEngineVersion()}'`);
}

/** Lets a tenant's waiting jobs be counted through an index. `src/jobs/repository.ts` puts new jobs behind them. */
async function addFairOrder(client: pg.Client): Promise<void> {
  // The index leaves out running jobs, so that taking a job adds no entry.
  await client.query(
    `CREATE INDEX IF NOT EXISTS jobs_of_tenant ON ${jobSchema}._private_jobs ((payload ->> 'tenant_id'), run_at)
       WHERE is_available`,
  );
  // Cached plans may date from a time when the queue was short and a table scan looked cheap. With 50,000 jobs it is not.
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
