import type { Queryable, Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { allowanceOf, type Customer } from './allowance.ts';
import type { Period } from './period.ts';
import { addUsed, lockUsedBy, usedBy } from './repository.ts';

type Ask = (tenantIds: string[], period: Period) => Promise<{ tenant_id: string; used: number }[]>;

/**
 * The remaining triage allowances of some tenants (spec 2.6). Without metered tenants it needs no query. If it is read
 * under a lock, it is exact until the transaction ends. Call `take` for each message that is triaged, then `count` for
 * those that were written.
 */
export class TriageAllowance {
  /** The remaining allowance of each metered tenant. */
  readonly #left = new Map<string, number>();
  #period: Period | null = null;

  /** Reads the current allowances without locking them, so other transactions may spend them. */
  static read(db: Queryable, services: Services, tenants: readonly Customer[]): Promise<TriageAllowance> {
    return TriageAllowance.#of(services, tenants, (ids, period) => usedBy(db, ids, 'triage', period));
  }

  /** Reads the allowances and locks them until the commit. Callers that also lock threads must do that first. */
  static lock(tx: Transaction, services: Services, tenants: readonly Customer[]): Promise<TriageAllowance> {
    return TriageAllowance.#of(services, tenants, (ids, period) => lockUsedBy(tx, ids, 'triage', period));
  }

  static async #of(services: Services, tenants: readonly Customer[], ask: Ask): Promise<TriageAllowance> {
    const made = new TriageAllowance();
    const now = services.clock.now();
    for (const tenant of tenants) {
      const allowance = allowanceOf(services, tenant, 'triage', now);
      if (!allowance) continue;
      made.#left.set(tenant.id, allowance.granted);
      made.#period = allowance.period;
    }
    if (made.#period === null) return made;
    for (const { tenant_id, used } of await ask([...made.#left.keys()], made.#period))
      made.#left.set(tenant_id, made.#left.get(tenant_id)! - used);
    return made;
  }

  /** Whether one more message of the tenant may be triaged. */
  has(tenantId: string): boolean {
    return (this.#left.get(tenantId) ?? 1) > 0;
  }

  /** The same, and uses up one if there is one. */
  take(tenantId: string): boolean {
    const left = this.#left.get(tenantId);
    if (left === undefined) return true;
    this.#left.set(tenantId, left - 1);
    return left > 0;
  }

  /** Counts triaged messages. The list has the tenant's id once for each message. */
  async count(tx: Transaction, tenantIds: readonly string[]): Promise<void> {
    const metered = Map.groupBy(
      tenantIds.filter((id) => this.#left.has(id)),
      (id) => id,
    );
    if (metered.size === 0) return;
    const counts = [...metered].map(([tenant_id, all]) => ({ tenant_id, n: all.length }));
    await addUsed(tx, counts, 'triage', this.#period!);
  }
}
