import { SECOND } from '#kernel/base/clock.ts';
import { countCalls } from '#kernel/operation/model-calls.ts';
import type { Services } from '#kernel/operation/services.ts';
import { answerBuiltIn, asOutcome, extractFound } from './built-in.ts';
import { answerByModel, ModelUnavailable } from './model.ts';
import { understandQuestion } from './question.ts';
import { type Corpus, type Outcome, OutOfTime, type Progress, Run } from './run.ts';
import type { AgenticResult, AnswerStatus } from './schema.ts';

export type Budget = { maxSteps: number; maxSeconds: number };

const BUILT_IN = 'builtin';

/** Answers a question from mail, with the model if there is one, and otherwise with the built-in answerer (spec 4.7). */
export async function answerQuestion(
  services: Services,
  asked: { tenantId: string; question: string; corpus: Corpus; budget: Budget },
  client: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<AgenticResult> {
  const { clock, config, log } = services;
  const { maxSteps, maxSeconds } = asked.budget;
  const run = new Run({
    question: understandQuestion(asked.question),
    corpus: asked.corpus,
    clock,
    maxSteps,
    signal: AbortSignal.any([client, AbortSignal.timeout(maxSeconds * SECOND)]),
    tell,
  });
  const spent = (tokens: number) => services.meter.count(asked.tenantId, 'ai_neurons', tokens);
  let degraded = false;
  const outcome = await attempt(run, async () => {
    if (!config.llm) return answerBuiltIn(run);
    try {
      return await answerByModel(config.llm, run, { spent, counted: countCalls(services, 'answer') });
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
      log.warn({ detail: error.message }, 'the model did not respond; the built-in answerer was used');
      degraded = true;
      return answerBuiltIn(run);
    }
  });
  const { answer, evidence } = await run.conclude(outcome);
  const model = config.llm && !degraded ? config.llm.model : BUILT_IN;
  return {
    status: statusOf(outcome, degraded, answer.sentences.length),
    answer,
    evidence,
    trace: run.trace,
    degraded,
    usage: { steps: run.trace.length, ms: run.ms, model },
  };
}

/** When time or steps run out, the mail that was read so far may contain the answer. */
async function attempt(run: Run, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    const outcome = await work();
    return outcome.exhausted ? { ...asOutcome(await extractFound(run)), exhausted: true } : outcome;
  } catch (error) {
    if (error instanceof OutOfTime) return { claims: [], confidence: 0, exhausted: true };
    throw error;
  }
}

function statusOf({ exhausted }: Outcome, degraded: boolean, sentences: number): AnswerStatus {
  if (degraded) return 'degraded';
  if (exhausted) return 'budget_exhausted';
  return sentences > 0 ? 'answered' : 'insufficient_evidence';
}
