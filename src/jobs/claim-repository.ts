import type { ClientBase, PoolClient } from 'pg';

/**
 * graphile-worker's own statement to take jobs goes through all that is due, in order, until it has enough of its kinds: the
 * jobs of a long queue, which are another line's, were read one by one for every short job (50,000 rows, at every NOTIFY).
 * Short queues have priority 0 and nothing else (`addJobs`), so this condition ends the search in the index. The library has
 * no option for it; `fair-order.test.ts` fails when its statement no longer is as expected here.
 */
const OF_SHORT_QUEUES = 'where jobs.is_available = true\n    and jobs.priority = 0';
const OF_ALL = 'where jobs.is_available = true';

/**
 * Plans are kept from when the queue was short. Then reading all of it, to sort it or to join it, looks cheap, and is not with
 * 50,000 jobs. This leaves the index of the order to find jobs, and that of their ids to change them.
 */
const BY_INDEX = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin']
  .map((way) => `set enable_${way} = off`)
  .join('; ');

/**
 * What the engine itself writes is who has which job, and that a job has ended. Where a database forgets the last of that with its
 * machine, those jobs run once more, which all of them allow; so these commits do not wait for the disk.
 */
const LIGHTLY = 'set synchronous_commit = off';

/** Prepares a connection of the engine. */
export async function prepareConnection(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(`${BY_INDEX}; ${LIGHTLY}`);
}

/** Lets this connection look at jobs of short queues only, in statements that take `fetched` jobs at once. */
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
