import { type MessageReading, READER_VERSION } from '#content/reading/index.ts';
import { recordEvents } from '#events/index.ts';
import { after, SECOND } from '#kernel/base/clock.ts';
import { countCalls } from '#kernel/operation/model-calls.ts';
import type { Services } from '#kernel/operation/services.ts';
import { noReading, type Triage } from '#mailbox/messages/index.ts';
import { lockThreads } from '#mailbox/threads/index.ts';
import { TriageAllowance } from '#workspace/billing/index.ts';
import { effectiveSettings, type Policy } from '#workspace/tenants/index.ts';
import { foundIn, triageByReader, triageNotGranted, triageUnread } from './by-reader.ts';
import { triagedEvents } from './events.ts';
import type { ModelAnswer } from './model.ts';
import { withModelRisks } from './model-risks.ts';
import { readAgain } from './read-again.ts';
import { findUntriaged, showInThreads, type TriageRow, writeTriages } from './repository.ts';
import { countTriaged } from './request.ts';

type Options = { isLastTry: boolean; signal: AbortSignal };
type RowOptions = Options & { allowed: () => boolean };

/** Models are slow, and more concurrent calls would keep other jobs from running. */
const MAX_MODEL_CALLS = 4;
let modelCalls = 0;

/** Thrown so that the job is retried. At its last attempt, the triage fails instead. */
class ModelUnavailable extends Error {}

/** Triages the messages that wait. Returns the time of the next run. */
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
  const tenantIds = [...new Set(rows.map(({ tenant_id }) => tenant_id))];
  const settings = await effectiveSettings(services.db, tenantIds);
  const tenants = [...settings.values()];
  const left = await TriageAllowance.read(services.db, services, tenants);
  const readings: { read: MessageReading; triage: Triage }[] = [];
  for (const row of rows) {
    const allowed = () => left.has(row.tenant_id);
    const { policy } = settings.get(row.tenant_id)!;
    const read = await readAgain(row);
    readings.push({ read, triage: await triageOf(services, { row, read }, policy, { ...options, allowed }) });
  }
  const threadIds = [...new Set(rows.map(({ thread_id }) => thread_id))];
  await services.db.transaction(async (tx) => {
    await lockThreads(tx, threadIds);
    const allowance = await TriageAllowance.lock(tx, services, tenants);
    const triaged = rows.map((row, index) => ({ ...row, triage: granted(row, readings[index]!, allowance) }));
    const outcomes = triaged.map(({ id, triage_status: was, triage }) => ({ id, was, triage }));
    const ids = new Set((await writeTriages(tx, outcomes)).map(({ id }) => id));
    const written = triaged.filter(({ id }) => ids.has(id));
    await showInThreads(tx, threadIds);
    await countTriaged(tx, allowance, written);
    await recordEvents(tx, services, written.flatMap(triagedEvents));
  });
  return undefined;
}

/** Checks the allowance again, because others may have used it up in the meantime. */
const granted = (
  row: TriageRow,
  { read, triage }: { read: MessageReading; triage: Triage },
  allowance: TriageAllowance,
): Triage =>
  triage.status !== 'done' || allowance.take(row.tenant_id) ? triage : triageNotGranted(row, read);

async function triageOf(
  services: Services,
  { row, read }: { row: TriageRow; read: MessageReading },
  policy: Policy,
  options: RowOptions,
): Promise<Triage> {
  const { llm } = services.config;
  const unread = triageUnread(row, read, policy, options.allowed);
  if (unread) return unread;
  if (llm === null) return triageByReader(row, read);
  // Loaded only if a model is configured, because it loads the AI SDK.
  const { readByModel } = await import('./model.ts');
  const spent = (tokens: number) => services.meter.count(row.tenant_id, 'ai_neurons', tokens);
  const counted = countCalls(services, 'triage');
  const found = foundIn(row, read);
  const verdict = { ...read, risk_flags: found.risk_flags };
  const answer = await askModel(() => readByModel(llm, row, verdict, options.signal, { spent, counted }));
  const risks = answer.status === 'read' ? withModelRisks(row, found, answer.risks) : found;
  return fromModel(answer, { ...risks, model: llm.model, version: READER_VERSION }, options);
}

function fromModel(
  answer: ModelAnswer,
  stamp: Pick<Triage, 'risk_flags' | 'evidence' | 'spam_probability' | 'model' | 'version'>,
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
