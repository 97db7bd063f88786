import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Embeddings, TextRefused } from '#kernel/ports/embeddings.ts';
import type { PartMonitor } from '#kernel/threads/supervise.ts';
import { type Keeper, keepUp, nothingToKeep, type Pace } from '../keep-up.ts';
import { type Embedded, findUnembedded, forgetOtherDimensions, writeVectors } from '../repository/vectors.ts';
import { codeOf, toBytes } from './vectors.ts';

const TIMEOUT = 30 * SECOND;
const PACE: Pace = {
  interval: SECOND,
  longestWait: MINUTE,
  trouble: 'messages could not be embedded; trying again',
};

/**
 * Computes the vectors of messages in the background: of messages without a vector or with one of another model. Two
 * processes may do the same batch, and an interrupted batch is repeated; both are harmless. It does nothing without
 * embeddings, or while the model is loading or not available, which the model reports.
 */
export function startEmbedder(services: Services, monitor?: PartMonitor): Keeper {
  const { embeddings } = services;
  if (!embeddings) return nothingToKeep;
  return keepUp(
    services,
    PACE,
    async (stop) =>
      embeddings.lacks() === null && (await embedBatch(services, embeddings, stop)) === embeddings.batch,
    monitor,
  );
}

/** The dimensions of the most recent vectors, which a service may change without changing its name. */
const lastDimensions = new WeakMap<Embeddings, number>();
export const dimensionsOf = (embeddings: Embeddings): number | null => lastDimensions.get(embeddings) ?? null;

/** Embeds some messages. @returns their number */
export async function embedBatch(
  services: Services,
  embeddings: Embeddings,
  stop: AbortSignal,
): Promise<number> {
  const messages = await findUnembedded(services.db, embeddings.model, embeddings.batch);
  if (messages.length === 0) return 0;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT)]);
  const vectors = await vectorsOf(
    embeddings,
    messages.map(({ text }) => text.toWellFormed()),
    signal,
  );
  const given = vectors.find((vector) => vector !== null);
  // A service that accepts no text at all is misconfigured. The messages wait until that is fixed.
  if (!given) await embeddings.embed(['mail'], signal);
  if (given && given.length !== dimensionsOf(embeddings)) await takeDimensions(services, embeddings, given);
  const embedded = messages.map(({ message_id }, index): Embedded => {
    const vector = vectors[index] ?? null;
    return { message_id, code: vector && codeOf(vector), vector: vector && toBytes(vector) };
  });
  await services.db.transaction((tx) => writeVectors(tx, embeddings.model, embedded));
  return messages.length;
}

const FORGOTTEN_AT_ONCE = 1_000;

/** Handles a model that changed without changing its name: vectors of other dimensions cannot be compared. */
async function takeDimensions(
  { db }: Services,
  embeddings: Embeddings,
  { length }: Float32Array,
): Promise<void> {
  const forget = () => forgetOtherDimensions(db, embeddings.model, length, FORGOTTEN_AT_ONCE);
  while ((await forget()) === FORGOTTEN_AT_ONCE);
  lastDimensions.set(embeddings, length);
}

/** The number of characters that fit into a small context. */
const SHORT = 500;

/** A text that the service refuses must not keep the others from being embedded. Its beginning may be accepted. */
async function vectorsOf(
  embeddings: Embeddings,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  try {
    return await embeddings.embed(texts, signal);
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
  }
  const [first = ''] = texts;
  if (texts.length === 1 && first.length <= SHORT) return [null];
  const others = texts.length === 1 ? [first.slice(0, SHORT).toWellFormed()] : texts;
  const vectors: (Float32Array | null)[] = [];
  for (const text of others) vectors.push(...(await vectorsOf(embeddings, [text], signal)));
  return vectors;
}
