import { type NewEvent, recordEvents } from '#events/index.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type AttemptEnd, endAttempts } from './delivery-repository.ts';
import { webhookDisabled } from './events.ts';
import { type Disabled, type Tally, tallyEndpoints } from './repository.ts';

export type Concluded = { webhookId: string; wasFailing: boolean; end: AttemptEnd };

const GONE = 410;

/** Writes the outcome of attempts, counts failures, and disables endpoints that failed for too long, in one transaction. */
export async function conclude(services: Services, batch: readonly Concluded[]): Promise<void> {
  const now = services.clock.now();
  const ends = batch.map(({ end }) => end);
  const tallies = talliesOf(batch);
  if (tallies.length === 0) return void (await endAttempts(services.db, ends, now));
  await services.db.transaction(async (tx) => {
    await endAttempts(tx, ends, now);
    const disabled = await tallyEndpoints(tx, tallies, now);
    await recordEvents(tx, services, disabled.map(disabledEvent));
  });
}

/** Tallies of endpoints that fail or failed before. Other endpoints need no count. */
function talliesOf(batch: readonly Concluded[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { webhookId, wasFailing, end } of batch) {
    const tally = tallies.get(webhookId) ?? {
      webhook_id: webhookId,
      failures: 0,
      had_success: false,
      gone: false,
    };
    const succeeded = end.status === 'succeeded';
    if (succeeded && !wasFailing && !tallies.has(webhookId)) continue;
    tallies.set(webhookId, {
      ...tally,
      failures: succeeded ? 0 : tally.failures + 1,
      had_success: tally.had_success || succeeded,
      gone: tally.gone || end.response_status === GONE,
    });
  }
  return [...tallies.values()];
}

const disabledEvent = ({ id, tenant_id, partner_id, disabled_reason }: Disabled): NewEvent =>
  webhookDisabled({ tenant_id, partner_id, data: { webhook_id: id, reason: disabled_reason } });
