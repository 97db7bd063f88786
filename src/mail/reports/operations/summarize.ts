import { z } from 'zod';
import { after, DAY } from '#kernel/base/clock.ts';
import { localDate } from '#kernel/base/local-day.ts';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { domainTarget } from '#workspace/domains/index.ts';
import { adviceOn, adviceReasons, dmarcPolicies, policyIn } from '../advice.ts';
import { sumReportDays, sumReportSources } from '../repository.ts';
import { reportKinds } from '../schema.ts';

const day = z.iso.date();
/** The maximum number of listed sources. The sums by day include all sources. */
const SOURCES = 50;
const USUAL_DAYS = 30;

const count = z.int().meta({ description: 'Messages, or sessions (tls).' });

export const summarizeReports = defineOperation({
  name: 'domains.summarize_reports',
  method: 'GET',
  path: '/v1/domains/{domain_id}/reports/summary',
  summary: 'Summarise the reports of receivers about a domain',
  description:
    'Summarises the reports by day and by source, those with the most messages first, and says whether the DMARC policy can ' +
    'be stricter and which mail a stricter policy would stop. Days are in UTC; the default is the last 30.',
  permission: 'domains:read',
  levels,
  target: domainTarget,
  errors: [],
  input: z.strictObject({
    domain_id: pathId('domain'),
    kind: z.enum(reportKinds).default('dmarc'),
    from: day.optional().meta({ description: 'The first day.' }),
    to: day.optional().meta({ description: 'The last day.' }),
  }),
  responses: {
    200: z.object({
      from: day,
      to: day,
      days: z.array(
        z.object({
          day,
          result: z
            .string()
            .meta({ description: '`dkim_spf`, `dkim`, `spf`, `none`; or the result of the sessions (tls).' }),
          messages: count,
        }),
      ),
      sources: z.array(
        z.object({
          source: z.string(),
          passed: count.meta({
            description: 'The number of aligned messages, or of sessions with TLS (tls).',
          }),
          failed: count,
          refused: count.meta({
            description: 'The number of messages that receivers quarantined or rejected.',
          }),
          reporters: z.int(),
          last_day: day,
        }),
      ),
      advice: z
        .object({
          policy: z
            .enum(dmarcPolicies)
            .nullable()
            .meta({ description: 'The policy that applies to the domain now.' }),
          inherited_from: z.string().nullable().meta({
            description:
              "The name of the parent's record that applies, if the domain has no record of its own.",
          }),
          next: z
            .enum(dmarcPolicies)
            .nullable()
            .meta({ description: 'The policy to publish; null to change nothing.' }),
          reason: z.enum(adviceReasons),
          record: z.string().nullable().meta({ description: 'The TXT record with that policy.' }),
          record_name: z.string().nullable().meta({ description: 'The name under which to publish it.' }),
          days_reported: z.int(),
          messages: z.int(),
          would_break: z
            .int()
            .meta({ description: 'The number of messages that a stricter policy would have stopped.' }),
        })
        .nullable()
        .meta({ description: 'Only for dmarc.' }),
    }),
  },
  async run({ db, target, services: { clock } }, { kind, ...given }) {
    const span = spanOf(given, clock.now());
    const [days, sources] = await Promise.all([
      sumReportDays(db, target.id, kind, span),
      sumReportSources(db, target.id, kind, { ...span, most: SOURCES }),
    ]);
    const advice = kind === 'dmarc' ? adviceOn(policyIn(target.records), days) : null;
    return { status: 200, body: { ...span, days, sources, advice } };
  },
});

/** @throws AppError `invalid_request` for days in the wrong order, or too many of them */
function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const last = to ?? localDate('UTC', now);
  const first = from ?? localDate('UTC', after(new Date(last), -(USUAL_DAYS - 1) * DAY));
  if (first > last)
    throw invalidRequest([{ path: 'from', message: 'Use a day that is not after the last one.' }]);
  if (new Date(first) < after(new Date(last), -limits.usageDays * DAY))
    throw invalidRequest([{ path: 'from', message: `Use at most ${limits.usageDays} days.` }]);
  return { from: first, to: last };
}
