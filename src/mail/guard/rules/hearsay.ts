import type { Queryable } from '#kernel/data/database.ts';
import type { Candidate, Facts } from '../facts.ts';
import { findSent } from '../repository.ts';
import type { Finding } from '../schema.ts';
import { isOrdered } from './orders.ts';
import { houseWords, leftOf, newIn, OWN_WORDS, ownWordsSince, sharedWith } from './particulars.ts';
import {
  isAttributed,
  isKnownTo,
  isMeantFor,
  isOfMachine,
  isOfOwner,
  isOfSender,
  senderOf,
} from './sources.ts';

/** So many longer words of one sender are no chance. */
export const WORDS = 4;

/**
 * A stranger makes the agent tell something to a correspondent who wrote about something else: the answer has words that only the
 * stranger's mail has. What the house wrote too, or told the agent to pass on, does not count.
 */
export async function hearsay(db: Queryable, facts: Facts): Promise<Finding[]> {
  const { send, outside, candidates } = facts;
  if (!send.isReply || send.quoted !== null || outside.length === 0 || newIn(facts).length > 0) return [];
  const own = houseWords(facts);
  const sources = candidates.filter(
    (each) => isOfStranger(each, facts) && sharedWith(each, facts, own).words.length >= WORDS,
  );
  if (sources.length === 0) return [];
  const sent = await findSent(db, send.identity.id, ownWordsSince(send.now), OWN_WORDS);
  return sources
    .filter((each) => leftOf(each, facts, sent).words.length >= WORDS)
    .slice(0, 1)
    .map((each) => ({
      reason: 'content_of_other_thread',
      text: `Words come from a message from ${senderOf(each)}, to whom this mailbox never wrote; the recipients did not receive it.`,
      source_message_id: each.id,
    }));
}

const isOfStranger = (candidate: Candidate, facts: Facts): boolean =>
  candidate.written_to_sender === 0 &&
  !candidate.is_own &&
  !isOfMachine(candidate) &&
  !isOfOwner(candidate, facts) &&
  !isKnownTo(candidate, facts.outside) &&
  !facts.outside.some(({ address }) => isOfSender(candidate, address)) &&
  !isAttributed(candidate, facts) &&
  !isOrdered(candidate, facts) &&
  !isMeantFor(candidate, facts.outside, facts);
