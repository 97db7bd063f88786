import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';

export type AuditReach = { tenant_id: string | undefined; partner_id: string | undefined };

/** The rows that the caller may see. A tenant that it names must be within its reach. @throws AppError `tenant_not_found` */
export async function reachOf(db: Queryable, actor: Actor, named: string | undefined): Promise<AuditReach> {
  if (named !== undefined) await tenantTarget.resolve(db, actor, named);
  const own = actor.level === 'tenant' ? (actor.tenant_id ?? '') : undefined;
  const partner = actor.level === 'partner' ? (actor.partner_id ?? '') : undefined;
  return { tenant_id: named ?? own, partner_id: partner };
}
