import { localDay } from '#kernel/base/local-day.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { effectivePolicy } from '#workspace/tenants/index.ts';
import { takeAgentic } from '../repository/agentic.ts';
import type { SearchRequest } from '../schema.ts';
import type { Budget } from './answer.ts';

const LONGEST_QUESTION = 1_024;

type Tenant = Parameters<typeof effectivePolicy>[0] & { id: string; timezone: string };

/**
 * Takes one of the tenant's agentic searches of today.
 *  @returns the budget of this search; requests for more are lowered to the limit
 * @throws AppError `agentic_disabled`, `invalid_request`, `agentic_budget_exhausted` (spec 4.7, 8.1)
 */
export async function takeBudget(
  { db, clock }: Pick<Services, 'clock'> & { db: Queryable },
  tenant: Tenant,
  { q, budget = {} }: Pick<SearchRequest, 'q' | 'budget'>,
): Promise<Budget> {
  const policy = effectivePolicy(tenant).search;
  if (!policy.agentic) throw new AppError('agentic_disabled');
  if (q.trim() === '') throw invalidRequest([{ path: 'q', message: 'Write a question.' }]);
  if ([...q].length > LONGEST_QUESTION) {
    throw invalidRequest([
      { path: 'q', message: `Ask a question of at most ${LONGEST_QUESTION} characters.` },
    ]);
  }
  const now = clock.now();
  const { date, endsAt } = localDay(tenant.timezone, now);
  const cap = policy.agentic_daily_cap;
  if (!(await takeAgentic(db, tenant.id, { day: date, cap }))) {
    const retryAfter = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000));
    throw new AppError(
      'agentic_budget_exhausted',
      { limit: cap, resets_at: endsAt.toISOString() },
      { retryAfter },
    );
  }
  return {
    maxSteps: Math.min(budget.max_steps ?? policy.agentic_max_steps, policy.agentic_max_steps),
    maxSeconds: Math.min(budget.max_seconds ?? policy.agentic_max_seconds, policy.agentic_max_seconds),
  };
}
