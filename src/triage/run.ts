import { recordEvents } from '#events/index.ts';
import { after, SECOND } from '#kernel/clock.ts';
import type { Services } from '#kernel/services.ts';
import type { Triage } from '#messages/index.ts';
import { effectivePolicies, type Policy } from '#tenants/index.ts';
import { lockThreads } from '#threads/index.ts';
import { RULES_VERSION, readByRules, riskFlagsOf } from '#triage-rules/index.ts';
import { triageByRules, triageUnread } from './by-rules.ts';
import { triagedEvents } from './events.ts';
import type { ModelAnswer } from './model.ts';
import { noReading } from './no-reading.ts';
import { findUntriaged, type Outcome, showInThreads, type TriageRow, writeTriages } from './repository.ts';

type Options = { isLastTry: boolean; signal: AbortSignal };

/** A model is slow: more calls at once would keep other jobs from running. */
const MAX_MODEL_CALLS = 4;
let modelCalls = 0;

/** Thrown to have the job tried again; on its last try the triage fails instead. */
class ModelUnavailable extends Error {}

/** Triages the messages that wait for it. Returns a time when it is to be called again. */
export async function runTriage(
  services: Services,
  messageIds: readonly string[],
  options: Options,
): Promise<Date | undefined> {
  if (services.config.llm !== null && modelCalls >= MAX_MODEL_CALLS) {
    return after(services.clock.now(), SECOND);
  }
  const rows = await findUntriaged(services.db, messageIds);
  if (rows.length === 0) return undefined;
  const policies = await effectivePolicies(services.db, [...new Set(rows.map(({ tenant_id }) => tenant_id))]);
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const triage = await triageOf(services, row, policies.get(row.tenant_id)!, options);
    outcomes.push({ id: row.id, was: row.triage_status, triage });
  }
  const threadIds = [...new Set(rows.map(({ thread_id }) => thread_id))];
  await services.db.transaction(async (tx) => {
    await lockThreads(tx, threadIds);
    const written = new Set((await writeTriages(tx, outcomes)).map(({ id }) => id));
    await showInThreads(tx, threadIds);
    const told = rows.flatMap((row, index) =>
      written.has(row.id) ? triagedEvents({ ...row, triage: outcomes[index]!.triage }) : [],
    );
    await recordEvents(tx, services, told);
  });
  return undefined;
}

async function triageOf(
  services: Services,
  row: TriageRow,
  policy: Policy,
  options: Options,
): Promise<Triage> {
  const { llm } = services.config;
  const read = readByRules(row);
  const unread = triageUnread(row, read, policy);
  if (unread) return unread;
  if (llm === null) return triageByRules(row, read);
  // Loaded only where there is a model: it brings the AI SDK with it.
  const { readByModel } = await import('./model.ts');
  const spent = (tokens: number) => services.meter.count(row.tenant_id, 'ai_neurons', tokens);
  const answer = await askModel(() => readByModel(llm, row, options.signal, spent));
  return fromModel(
    answer,
    { risk_flags: riskFlagsOf(read, row), model: llm.model, version: RULES_VERSION },
    options,
  );
}

function fromModel(
  answer: ModelAnswer,
  stamp: Pick<Triage, 'risk_flags' | 'model' | 'version'>,
  { isLastTry }: Options,
): Triage {
  if (answer.status === 'read') return { status: 'done', ...answer.reading, ...stamp };
  if (answer.status === 'model_unavailable' && !isLastTry) throw new ModelUnavailable(answer.detail);
  return noReading('failed', { ...stamp, reason: answer.status });
}

async function askModel(ask: () => Promise<ModelAnswer>): Promise<ModelAnswer> {
  modelCalls += 1;
  try {
    return await ask();
  } finally {
    modelCalls -= 1;
  }
}
