import { notes, safeLine } from '#content/safe-view/index.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Fence, makeFence, recordReads } from '#mailbox/messages/index.ts';
import type { MessageHit, ThreadHit } from './schema.ts';

type Hit = MessageHit | ThreadHit;
type Caller = { actor: Actor; services: Services };

/**
 * The form of a search result for a model or for a program. In both cases, the messages that the key saw a part of are
 * recorded.
 */
export function shownAs<Result extends { hits: Hit[] }>(
  { actor, services }: Caller,
  view: 'plain' | 'agent',
  result: Result,
): Result | (Result & Fence) {
  if (view === 'plain') return result;
  const reads = result.hits.map((hit) => ({ message_id: messageOf(hit), identity_id: hit.identity_id }));
  recordReads(services, actor, reads);
  return { ...result, ...makeFence(), hits: result.hits.map(forModel) };
}

const messageOf = (hit: Hit): string => ('message_id' in hit ? hit.message_id : hit.top_message_id);

const person = <P extends { name: string | null }>(each: P): P => ({
  ...each,
  name: each.name && safeLine(each.name),
});

/** A snippet is HTML whose only tag is `<mark>`, so a note needs no escaping. */
const forModel = (hit: Hit): Hit => {
  const snippet = safeLine(hit.snippet);
  const common = {
    subject: safeLine(hit.subject),
    snippet,
    // The matched words of a masked snippet would reveal its content.
    ...(snippet === notes.steering && { why: [] }),
    attachment_hits: hit.attachment_hits.map((file) => ({ ...file, filename: safeLine(file.filename) })),
  };
  return 'from' in hit
    ? { ...hit, ...common, from: hit.from && person(hit.from) }
    : { ...hit, ...common, participants: hit.participants.map(person) };
};
