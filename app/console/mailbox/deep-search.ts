'use client';

import { useEffect, useState } from 'react';
import { CallError } from '../data/call-json.ts';
import { sessionPath } from '../data/place.ts';
import type { DeepSearchAnswer } from '../data/trpc.ts';

export type Step = DeepSearchAnswer['trace'][number];
export type DeepSearch =
  | { state: 'working'; steps: Step[] }
  | { state: 'done'; steps: Step[]; answer: DeepSearchAnswer }
  | { state: 'failed'; steps: Step[]; error: unknown };

/** Asks a question about a mailbox or all of them and reports each step as it is done (spec 4.7, `stream: true`). */
export function useDeepSearch(path: `/v1/${string}`, question: string): DeepSearch {
  const [search, setSearch] = useState<DeepSearch>({ state: 'working', steps: [] });
  useEffect(() => {
    const leaving = new AbortController();
    setSearch({ state: 'working', steps: [] });
    follow(path, question, leaving.signal, (step) =>
      setSearch((before) => ({ ...before, steps: [...before.steps, step] })),
    ).then(
      (answer) => setSearch(({ steps }) => ({ state: 'done', steps, answer })),
      (error: unknown) => {
        if (!leaving.signal.aborted) setSearch(({ steps }) => ({ state: 'failed', steps, error }));
      },
    );
    return () => leaving.abort();
  }, [path, question]);
  return search;
}

async function follow(
  path: `/v1/${string}`,
  question: string,
  signal: AbortSignal,
  onStep: (step: Step) => void,
): Promise<DeepSearchAnswer> {
  const response = await fetch(sessionPath(path), {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ q: question, mode: 'agentic', stream: true }),
    signal,
  });
  if (!response.ok || !response.body) throw CallError.of(await response.json().catch(() => null));
  for await (const { event, data } of eventsOf(response.body)) {
    if (event === 'step') onStep(data as Step);
    if (event === 'done') return data as DeepSearchAnswer;
    if (event === 'error') throw CallError.of(data);
  }
  throw CallError.of(null);
}

/** Yields the server-sent events of a response body and skips comments. */
async function* eventsOf(body: ReadableStream<Uint8Array>) {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event && data) yield { event, data: JSON.parse(data) as unknown };
    }
  }
}
