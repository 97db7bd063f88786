import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { denialOf, type Rule } from '#workspace/sign-in-rules/index.ts';
import { rulesFor } from './rules-repository.ts';

/**
 * If a domain requires a provider, people with its addresses can sign in only there. Other rules refuse a person here
 * only if all of their workspaces would; otherwise the person only loses the workspaces that refuse. An operator can
 * always reach the platform.
 */
export async function assertAccepted(db: Queryable, userId: string, way: string): Promise<void> {
  const { is_operator, rules } = await rulesFor(db, userId);
  if (is_operator) return;
  const sso = rules.find((rule) => denialOf(rule, way) === 'sso_required');
  if (sso) throw new AppError('sso_required', { provider: sso.sso_provider });
  const denied = rules.filter((rule) => denialOf(rule, way) !== null);
  if (denied.length > 0 && denied.length === rules.length)
    throw new AppError('sign_in_method_denied', { methods: waysIn(denied) });
}

const waysIn = (rules: readonly Rule[]): string[] => [...new Set(rules.flatMap(({ methods }) => methods))];

/** The provider with which this person must sign in, or null if they may choose. */
export async function requiredProviderOf(db: Queryable, userId: string): Promise<string | null> {
  const { is_operator, rules } = await rulesFor(db, userId);
  const required = rules.find(({ sso_provider }) => sso_provider !== null);
  return is_operator ? null : (required?.sso_provider ?? null);
}
