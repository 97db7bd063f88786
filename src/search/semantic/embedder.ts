import { type Embeddings, TextRefused } from '#adapters/embeddings/port.ts';
import { MINUTE, SECOND } from '#kernel/clock.ts';
import type { Services } from '#kernel/services.ts';
import { type Embedded, findUnembedded, writeVectors } from '../repository/vectors.ts';
import { codeOf, toBytes } from './vectors.ts';

const POLL_INTERVAL = SECOND;
const TIMEOUT = 30 * SECOND;
const LONGEST_WAIT = MINUTE;

export type Embedder = { close(): Promise<void> };

/**
 * Gives messages their vectors, off the way of mail and searches: what has none, or one of another model. Two processes
 * may do the same batch, and a batch that was cut off is done again; both are harmless. Nothing without embeddings.
 */
export function startEmbedder(services: Services): Embedder {
  const { embeddings } = services;
  if (!embeddings) return { close: async () => {} };
  const stop = new AbortController();
  const running = loop(services, embeddings, stop.signal);
  return {
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

/** Not while a model is being loaded, or cannot be had: it says so itself. */
const canGoOn = (embeddings: Embeddings, stop: AbortSignal): boolean =>
  !stop.aborted && embeddings.lacks() === null;

async function loop(services: Services, embeddings: Embeddings, stop: AbortSignal): Promise<void> {
  let wait = POLL_INTERVAL;
  while (!stop.aborted) {
    try {
      while (
        canGoOn(embeddings, stop) &&
        (await embedBatch(services, embeddings, stop)) === embeddings.batch
      );
      wait = POLL_INTERVAL;
    } catch (error) {
      if (stop.aborted) return;
      services.log.warn(
        { detail: String(error).slice(0, 300) },
        'messages could not be embedded; trying again',
      );
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
    await slept(wait, stop);
  }
}

/** Embeds some messages. @returns how many there were */
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
  const embedded = messages.map(({ message_id }, index): Embedded => {
    const vector = vectors[index] ?? null;
    return { message_id, code: vector && codeOf(vector), vector: vector && toBytes(vector) };
  });
  await services.db.transaction((tx) => writeVectors(tx, embeddings.model, embedded));
  return messages.length;
}

/** One text that the service refuses must not keep the others from theirs. */
async function vectorsOf(
  embeddings: Embeddings,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  try {
    return await embeddings.embed(texts, signal);
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
    if (texts.length === 1) return [null];
  }
  const vectors: (Float32Array | null)[] = [];
  for (const text of texts) vectors.push(...(await vectorsOf(embeddings, [text], signal)));
  return vectors;
}

const slept = (milliseconds: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    stop.addEventListener('abort', end);
    if (stop.aborted) end();
  });
