import type { Transaction } from '#kernel/data/database.ts';
import { domainsOf } from '#workspace/domains/index.ts';
import type { ReceivedReports } from './read.ts';
import { countReports } from './repository.ts';

/**
 * Counts the reports about tenants' domains, in the transaction that stores their messages. Other reports are dropped.
 */
export async function storeReports(
  tx: Transaction,
  received: readonly ReceivedReports[],
  now: Date,
): Promise<void> {
  const names = received.flatMap(({ reports }) => reports.map(({ domain }) => domain));
  const domains = await domainsOf(tx, [...new Set(names)]);
  const known = received.flatMap(({ reporter, reports }) =>
    reports.flatMap(({ kind, domain, reportId, day, counts }) => {
      const found = domains.get(domain);
      if (!found?.is_proven) return [];
      const { id: domain_id, tenant_id } = found;
      return [{ domain_id, tenant_id, kind, reporter, report_id: reportId, day, counts }];
    }),
  );
  await countReports(tx, known, now);
}
