import type { MaintenanceTask } from '#jobs/index.ts';
import { checkDomain } from './check.ts';
import { countChecked, idsAfter } from './repository.ts';

const AT_ONCE = 4;
const BATCH = 100;

/**
 * Checks every domain now, regardless of its last check (decisions.md section 3, `domain_checks`). Each domain has its
 * own schedule, so the task does not run daily. A second run checks them all again.
 */
export const domainChecks: MaintenanceTask = {
  name: 'domain_checks',
  daily: false,
  async run({ services, signal, progress }) {
    const total = await countChecked(services.db);
    let done = 0;
    let beyond = '';
    while (!signal.aborted) {
      const ids = (await idsAfter(services.db, beyond, BATCH)).map(({ id }) => id);
      if (ids.length === 0) break;
      for (let at = 0; at < ids.length && !signal.aborted; at += AT_ONCE)
        await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => checkDomain(services, id, 'maintenance')));
      done += ids.length;
      beyond = ids.at(-1)!;
      await progress(done, Math.max(total, done));
    }
  },
};
