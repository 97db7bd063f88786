import { z } from 'zod';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { type BytesResponse, bytes } from '#kernel/operation/operation.ts';
import type { Services } from '#kernel/operation/services.ts';
import { readTexts } from '../repository/agentic.ts';
import type { MessageHit, SearchRequest } from '../schema.ts';
import { answerQuestion } from './answer.ts';
import { takeBudget } from './budget.ts';
import { type Corpus, MOST_LISTED } from './run.ts';
import { evidence } from './schema.ts';
import { eventStream } from './stream.ts';

export type AgenticCall = {
  actor: Actor;
  db: Queryable;
  services: Services;
  requestId: string;
  header(name: string): string | null;
  signal(): AbortSignal;
};

export const agenticStream: BytesResponse = bytes(
  'text/event-stream',
  'The steps, the evidence and the answer, as they become available.',
);

/** The same schema as for an answer in one piece, which the operation's schema checks. */
const evidences = z.array(evidence);

const HITS = 20;
const LISTED = 50;
const SNIPPET = 300;

/** One search of a run, like a request in an ordinary mode. */
const innerRequest = (request: SearchRequest, q: string): SearchRequest => ({
  ...request,
  q,
  mode: 'hybrid',
  group_by: 'message',
  limit: HITS,
  snippet_chars: SNIPPET,
  facets: false,
  cursor: undefined,
});

async function listAll(
  request: SearchRequest,
  search: (request: SearchRequest) => Promise<{ hits: MessageHit[]; next_cursor: string | null }>,
): Promise<{ hits: MessageHit[]; complete: boolean }> {
  const hits: MessageHit[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await search({ ...request, cursor });
    hits.push(...page.hits);
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined || hits.length >= MOST_LISTED) return { hits, complete: cursor === undefined };
  }
}

/** The reads of a run. They use the pool, because a run may take half a minute. */
export const corpusFor = (
  { services }: AgenticCall,
  request: SearchRequest,
  search: (request: SearchRequest) => Promise<{ hits: MessageHit[]; next_cursor: string | null }>,
): Corpus => ({
  search: async (q) => (await search(innerRequest(request, q))).hits,
  list: (q) => listAll({ ...innerRequest(request, q), mode: 'keyword', limit: LISTED }, search),
  read: (messageIds) => readTexts(services.db, messageIds, request.include_quarantined),
});

/**
 * Answers in agentic mode, in one piece or as a stream. `more` is added to the result at the end.
 * @throws AppError `agentic_disabled`, `agentic_budget_exhausted`, `invalid_request`
 */
export async function respondAgentic<More extends object>(
  call: AgenticCall,
  tenant: Parameters<typeof takeBudget>[1],
  request: SearchRequest,
  { corpus, more }: { corpus: Corpus; more: () => More },
) {
  const { services, requestId } = call;
  const budget = await takeBudget({ db: call.db, clock: services.clock }, tenant, request);
  const work = async (client: AbortSignal, tell: Parameters<typeof answerQuestion>[3]) => ({
    ...(await answerQuestion(
      services,
      { tenantId: tenant.id, question: request.q, corpus, budget },
      client,
      tell,
    )),
    ...more(),
  });
  if (!request.stream || !call.header('accept')?.includes(agenticStream.contentType)) {
    return { status: 200 as const, body: await work(call.signal(), () => {}) };
  }
  const content = eventStream({ log: services.log, requestId }, async (client, tell) => {
    const result = await work(client, ({ event, data }) =>
      tell({ event, data: event === 'evidence' ? evidences.parse(data) : data }),
    );
    return { ...result, evidence: evidences.parse(result.evidence) };
  });
  return { status: 200 as const, stream: { content, headers: {} } };
}
