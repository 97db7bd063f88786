import type { ClientBase, PoolClient } from 'pg';

/**
 * graphile-worker's statement to take jobs scans all due jobs in order until it has found enough of its kinds. Jobs of long
 * queues belong to another line, but for every short job the statement read all of them (50,000 rows at every NOTIFY). All
 * jobs of short queues have priority 0 (`addJobs`), so this condition limits the scan in the index. The library has no
 * option for it; `fair-order.test.ts` fails if the library's statement changes.
 */
const OF_SHORT_QUEUES = 'where jobs.is_available = true\n    and jobs.priority = 0';
const OF_ALL = 'where jobs.is_available = true';

/**
 * Postgres keeps plans from the time when the queue was short. Reading, sorting or joining the whole table looks cheap then,
 * but is not with 50,000 jobs. Without these plan types, it uses the index on the order to find jobs and the index on ids to
 * change them.
 */
const BY_INDEX = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin']
  .map((way) => `set enable_${way} = off`)
  .join('; ');

/**
 * The engine itself only writes which worker has which job and which jobs have ended. If a crash of the machine loses the
 * last of these writes, the jobs run once more, which every job allows. So these commits do not wait for the disk.
 */
const LIGHTLY = 'set synchronous_commit = off';

/** Prepares a connection of the engine. */
export async function prepareConnection(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(`${BY_INDEX}; ${LIGHTLY}`);
}

/** Restricts this connection's statements that take `fetched` jobs to the jobs of short queues. */
export function claimShortQueues(client: Pick<PoolClient, 'query'>, fetched: number): void {
  const name = `get_job${fetched}/`;
  const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
  const narrowed = (statement: unknown, ...rest: unknown[]): unknown =>
    query(isClaim(statement, name) ? narrow(statement) : statement, ...rest);
  client.query = narrowed as PoolClient['query'];
}

type Claim = { name: string; text: string };

const isClaim = (statement: unknown, name: string): statement is Claim =>
  typeof statement === 'object' &&
  statement !== null &&
  ((statement as Partial<Claim>).name ?? '').startsWith(name);

const narrow = (claim: Claim): Claim => ({ ...claim, text: claim.text.replace(OF_ALL, OF_SHORT_QUEUES) });
