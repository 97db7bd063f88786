import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../catalogue/errors.ts';
import type { Queryable } from './database.ts';

export type Pace = {
  /** Calls with the same name share one pace. */
  name: string;
  /** Milliseconds between two calls, and the longest time that a caller waits for its turn. */
  every: number;
  patience: number;
};

/**
 * Waits for this caller's turn. One row per pace hands out the turns, so that all processes of the deployment together
 * keep to it. The database's clock counts, because those of the processes differ.
 * @throws AppError `upstream_rate_limited` at once when the turn would come too late
 */
export async function waitForTurn(db: Queryable, { name, every, patience }: Pace): Promise<void> {
  const turn = await db.first<{ wait: number }>({
    name: 'kernel.take_turn',
    text: `insert into paced_calls as p (name, next_at)
           values ($1, clock_timestamp() + $2 * interval '1 millisecond')
           on conflict (name) do update
             set next_at = greatest(p.next_at, clock_timestamp()) + $2 * interval '1 millisecond'
             where p.next_at <= clock_timestamp() + $3 * interval '1 millisecond'
           returning (extract(epoch from next_at - clock_timestamp()) * 1000 - $2)::int as wait`,
    values: [name, every, patience],
  });
  if (!turn) {
    const retryAfter = Math.max(1, Math.ceil(patience / 1000));
    throw new AppError('upstream_rate_limited', { retry_after: retryAfter }, { retryAfter });
  }
  if (turn.wait > 0) await delay(turn.wait);
}
