import { z } from 'zod';
import { dayOf, sumCounts } from './counts.ts';
import { reportLimits } from './limits.ts';
import type { DomainReport, ReportCount } from './schema.ts';
import { UnreadableReport } from './unpack.ts';

const count = z.int().min(0).max(1_000_000_000);
const word = z
  .string()
  .max(200)
  .transform((text) => text.toLowerCase().replace(/[^a-z0-9.:_-]/g, '_'));

/** The parts of a report that are counted (RFC 8460 4.4). */
const tlsReport = z.object({
  'date-range': z.object({ 'start-datetime': z.string().max(64) }),
  'report-id': z.string().min(1).max(255),
  policies: z
    .array(
      z.object({
        policy: z.object({ 'policy-type': word, 'policy-domain': z.string().max(255) }),
        summary: z.object({
          'total-successful-session-count': count,
          'total-failure-session-count': count.default(0),
        }),
        'failure-details': z
          .array(
            z.object({
              'result-type': word,
              'receiving-mx-hostname': word.optional(),
              'failed-session-count': count,
            }),
          )
          .max(reportLimits.records)
          .default([]),
      }),
    )
    .min(1)
    .max(100),
});

/**
 * Reads a report about TLS (RFC 8460), which may have policies of several domains.
 * @throws UnreadableReport
 */
export function readTlsReport(json: Buffer, now: Date): DomainReport[] {
  const parsed = tlsReport.safeParse(parseJson(json));
  if (!parsed.success) throw new UnreadableReport('no TLS report');
  const { policies, 'report-id': reportId, 'date-range': range } = parsed.data;
  const day = dayOf(Date.parse(range['start-datetime']), now);
  if (day === null) throw new UnreadableReport('no time');
  const byDomain = Map.groupBy(policies, ({ policy }) =>
    policy['policy-domain'].toLowerCase().replace(/\.$/, ''),
  );
  return [...byDomain].map(([domain, found]) => ({
    kind: 'tls',
    domain,
    reportId: reportId.replaceAll('\0', '').toWellFormed(),
    day,
    counts: sumCounts(found.flatMap(countsOf)),
  }));
}

function parseJson(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    throw new UnreadableReport('no JSON');
  }
}

type Policy = z.output<typeof tlsReport>['policies'][number];

function countsOf({ policy, summary, 'failure-details': details }: Policy): ReportCount[] {
  const disposition = policy['policy-type'];
  const sessions = summary['total-successful-session-count'];
  const explained = details.reduce((sum, detail) => sum + detail['failed-session-count'], 0);
  const unexplained = Math.max(0, summary['total-failure-session-count'] - explained);
  return [
    { source: 'all', result: 'success', disposition, messages: sessions },
    { source: 'all', result: 'failure', disposition, messages: unexplained },
    ...details.map((detail) => ({
      source: detail['receiving-mx-hostname'] ?? 'all',
      result: detail['result-type'],
      disposition,
      messages: detail['failed-session-count'],
    })),
  ].filter(({ messages }) => messages > 0);
}
