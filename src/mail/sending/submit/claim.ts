import { createBatcher, gatherDelay } from '#kernel/data/batcher.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { SendingDomain } from '#workspace/domains/index.ts';
import { type LockedSend, markAttempts, releaseAttempt } from '../repository.ts';
import { isWaiting } from '../transition/state.ts';
import { openSends } from '../transition/transition.ts';
import { mayGoFrom, senderDomains } from './sender-domain.ts';

/** A message on its way to the transport, for the recipients that are outside of this deployment. */
export type Attempt = {
  send: LockedSend;
  /** The tenant's domain that it is sent from; null for the platform's domain. */
  domain: SendingDomain | null;
  remote: readonly string[];
  content: Uint8Array | null;
};

/** The message may no longer be submitted, because it was canceled or another run of its job has claimed it. */
export class NotClaimed extends Error {}

/** Claims that share a transaction. */
const MAX_BATCH = 40;

type Claim = Attempt & { at: Date };
type Outcome = 'claimed' | 'gone' | 'held' | { error: unknown };

/**
 * Records "attempt started", at the last moment before the transport gets the message. From then on a crash makes the
 * message `uncertain`; a crash before that costs nothing, and the message is tried again. Claims of the same moment
 * share a commit.
 * @returns a function that resolves with the time of the record once it is committed
 * @throws NotClaimed, or the database's error; then nothing may be handed over
 */
export function createClaims(services: Services): (attempt: Attempt) => Promise<Date> {
  const inBatch = createBatcher(
    (batch: Claim[]) => claimAll(services, batch, 'skip'),
    MAX_BATCH,
    undefined,
    gatherDelay,
  );
  return async (attempt) => {
    const claim = { ...attempt, at: services.clock.now() };
    const first = await inBatch(claim);
    const outcome = first === 'held' ? (await claimAll(services, [claim], 'wait'))[0]! : first;
    if (outcome === 'claimed') return claim.at;
    if (typeof outcome === 'string') throw new NotClaimed('The message is not to be handed over any more.');
    // The commit may have succeeded although its reply was lost. No transport has the message.
    await services.db.run(releaseAttempt(claim.send.message_id, claim.at));
    throw outcome.error;
  };
}

async function claimAll(
  services: Services,
  batch: readonly Claim[],
  others: 'wait' | 'skip',
): Promise<Outcome[]> {
  try {
    return await services.db.transaction(async (tx) => {
      const ids = batch.map(({ send }) => send.message_id);
      const sends = batch.map(({ send }) => send);
      const [open, domains] = await Promise.all([
        openSends(tx, ids, others),
        senderDomains(tx, services.config.mailDomain, sends),
      ]);
      const outcomes = batch.map(({ send: { message_id }, remote }, index): Outcome => {
        const found = open.get(message_id);
        if (!found) return others === 'skip' ? 'held' : 'gone';
        const waiting = new Set(found.deliveries.filter(isWaiting).map(({ address }) => address));
        const isFree = found.send.attempt_started_at === null && ids.indexOf(message_id) === index;
        // The domain may have lost its proof while the transport was connecting.
        if (mayGoFrom(found.send, services.config.mailDomain, domains) === 'no') return 'gone';
        return isFree && remote.every((address) => waiting.has(address)) ? 'claimed' : 'gone';
      });
      const claimed = batch.filter((_, index) => outcomes[index] === 'claimed');
      if (claimed.length > 0)
        tx.onCommitStatement(
          markAttempts(claimed.map(({ send, at }) => ({ message_id: send.message_id, at }))),
        );
      return outcomes;
    });
  } catch (error) {
    // Not thrown: the batcher would retry each claim, and would take a committed claim for that of another run.
    return batch.map(() => ({ error }));
  }
}
