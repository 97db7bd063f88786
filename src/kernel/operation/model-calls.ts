import { type Metrics, secondsSince } from '#kernel/base/metrics.ts';
import type { LabelsOf } from '#kernel/catalogue/metrics.ts';
import { TextRefused } from '#kernel/ports/embeddings.ts';

export type ModelPurpose = LabelsOf<'proofmail_model_seconds'>['purpose'];
type Outcome = LabelsOf<'proofmail_model_calls_total'>['outcome'];
/** Counts one call of a model. `call` also parses the answer, so that a malformed answer is counted as such. */
export type CountCall = <T>(call: () => Promise<T>) => Promise<T>;

export const countCalls =
  ({ metrics }: { metrics: Pick<Metrics, 'count' | 'observe'> }, purpose: ModelPurpose): CountCall =>
  async (call) => {
    const begun = performance.now();
    let outcome: Outcome = 'failed';
    try {
      const answer = await call();
      outcome = 'answered';
      return answer;
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      metrics.count('proofmail_model_calls_total', { purpose, outcome });
      metrics.observe('proofmail_model_seconds', { purpose }, secondsSince(begun));
    }
  };

const ANOTHER_FORM = /^(\$?ZodError|AI_(NoObjectGenerated|NoOutputGenerated|JSONParse|TypeValidation)Error)$/;

/** Compares names of errors instead of classes, so that the AI SDK is loaded only if there is a model. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Error)) return 'failed';
  if (/^(AbortError|TimeoutError)$/.test(error.name)) return 'timed_out';
  return error instanceof TextRefused || ANOTHER_FORM.test(error.name) ? 'invalid' : 'failed';
}
