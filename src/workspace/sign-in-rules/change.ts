import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { provenDomainsOf } from '#workspace/domains/index.ts';
import { emailOf, findRules, putRules, type RuleRow, shortenSessions } from './repository.ts';
import { denialOf, domainOfAddress } from './rule.ts';
import { waysOf } from './serialize.ts';

export type Requested = {
  session_hours?: number | null | undefined;
  methods?: string[] | null | undefined;
  sso_provider?: string | null | undefined;
};

type ChangeCall = { db: Transaction; services: Services; actor: Actor; requestId: string | null };

/**
 * Changes how the members of a workspace sign in. Fields that are left out stay as they are. A person who changes the
 * rules in the console must have signed in in a way that the new rules accept, so that nobody locks everybody out. Keys
 * of the deployment can always change them.
 * @throws AppError `invalid_request`, `own_sign_in_excluded`
 */
export async function changeRules(
  call: ChangeCall,
  tenantId: string,
  requested: Requested,
): Promise<RuleRow | null> {
  const { db, services } = call;
  await lockNames(db, 'sign-in-rules', [tenantId]);
  const before = await findRules(db, tenantId);
  const after = {
    tenant_id: tenantId,
    session_hours: pick(requested.session_hours, before?.session_hours ?? null),
    methods: [...new Set(pick(requested.methods, before?.methods ?? []) ?? [])],
    sso_provider: pick(requested.sso_provider, before?.sso_provider ?? null),
    updated_at: services.clock.now(),
  };
  const domains = (await provenDomainsOf(db, [tenantId])).get(tenantId) ?? [];
  assertPossible(services, requested, domains);
  await assertOwnSignIn(call, after, domains);
  const row = await putRules(db, after);
  if (after.session_hours !== null) await shortenSessions(db, tenantId, after.session_hours);
  const { session_hours, methods, sso_provider } = after;
  await recordAudit(db, call, {
    action: 'sign_in.change_rules',
    target_type: 'tenant',
    target_id: tenantId,
    tenant_id: tenantId,
    details: { session_hours, methods, sso_provider },
  });
  return row;
}

const pick = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

function assertPossible(services: Services, { methods, sso_provider }: Requested, domains: string[]): void {
  const known = waysOf(services).map(({ name }) => name);
  const unknown = methods?.findIndex((name) => !known.includes(name)) ?? -1;
  if (unknown !== -1)
    throw invalidRequest([{ path: `methods.${unknown}`, message: `Must be one of ${known.join(', ')}.` }]);
  if (typeof sso_provider !== 'string') return;
  const providers = services.identityProviders.map(({ name }) => name);
  if (!providers.includes(sso_provider))
    throw invalidRequest([
      {
        path: 'sso_provider',
        message: providers.length
          ? `Must be one of ${providers.join(', ')}.`
          : 'Ask the operator to set up a provider first: this deployment has none.',
      },
    ]);
  if (!services.identityProviders.find(({ name }) => name === sso_provider)?.vouchesForAddresses)
    throw invalidRequest([
      {
        path: 'sso_provider',
        message:
          'Ask the operator to set PM_MICROSOFT_URL to one organisation first: this provider accepts accounts of every organisation.',
      },
    ]);
  if (domains.length === 0)
    throw invalidRequest([
      {
        path: 'sso_provider',
        message: 'Verify a domain of this workspace first: single sign-on applies to its addresses.',
      },
    ]);
}

async function assertOwnSignIn(
  { db, actor }: ChangeCall,
  { methods, sso_provider }: { methods: string[]; sso_provider: string | null },
  domains: string[],
): Promise<void> {
  if (!actor.signed_in || !actor.user_id || actor.level !== 'tenant') return;
  const email = await emailOf(db, actor.user_id);
  const isCovered = email !== null && domains.includes(domainOfAddress(email));
  const rule = { methods, sso_provider: isCovered ? sso_provider : null };
  if (denialOf(rule, actor.signed_in.way)) throw new AppError('own_sign_in_excluded');
}
