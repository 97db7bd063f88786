import { z } from 'zod';
import { defineJob, enqueueMany } from '#jobs/index.ts';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { checkDomain } from './check.ts';
import { clearTraces } from './declared-jobs.ts';
import { clearEdge } from './edge.ts';
import { findByName, takeDue } from './repository.ts';

/** The time after which a check whose process died is due again. */
const LEASE_MS = 15 * MINUTE;
const TAKEN_AT_ONCE = 200;

/** One check of one domain. A second run finds its observation outdated, or makes the same observation again. */
export const checkOne = defineJob({
  name: 'domains.check',
  payload: z.object({ domain_id: z.string(), tenant_id: z.string().nullable().default(null) }),
  tries: 3,
  // With slow name servers a check takes up to 20 seconds, so one tenant's domains must not delay those of others.
  perTenant: 2,
  async run({ services }, { domain_id }) {
    await checkDomain(services, domain_id, 'schedule');
    return undefined;
  },
});

/**
 * Starts the checks that are due, each minute. A domain is reserved for a quarter of an hour, so that a second run
 * skips it, and a lost check becomes due again.
 */
export const checkDue = defineJob({
  name: 'domains.check_due',
  payload: z.object({}),
  tries: 3,
  schedule: '* * * * *',
  async run({ services }) {
    const now = services.clock.now();
    const many = await services.db.transaction(async (tx) => {
      const due = await takeDue(tx, now, after(now, LEASE_MS), TAKEN_AT_ONCE);
      await enqueueMany(
        tx,
        checkOne,
        due.map(({ id, tenant_id }) => ({ domain_id: id, tenant_id })),
      );
      return due.length;
    });
    return many === TAKEN_AT_ONCE ? services.clock.now() : undefined;
  },
});

/**
 * Removes what a deleted domain left at other services. Items that are already gone are ignored, so it may run twice.
 */
export const clear = defineJob({
  ...clearTraces,
  async run({ services: { db, dnsZones, mailIdentities } }, { domain, at_provider, edge }) {
    // Somebody has added the domain again, so its zone and identity now belong to them.
    if (await findByName(db, domain)) return undefined;
    if (at_provider) await mailIdentities?.remove(domain);
    if (edge && dnsZones) await clearEdge(dnsZones, edge);
    return undefined;
  },
});

export const jobs = [checkOne, checkDue, clear] as const;
