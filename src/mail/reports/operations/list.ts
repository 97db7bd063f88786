import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { domainTarget } from '#workspace/domains/index.ts';
import { listReportDays, positionOf, type ReportPosition, type ReportRow } from '../repository.ts';
import { reportKinds } from '../schema.ts';

const day = z.iso.date();

const reportDay = z.object({
  day,
  kind: z.enum(reportKinds),
  reporter: z.string().meta({ description: 'The authenticated domain of the reporting receiver.' }),
  source: z.string().meta({
    description:
      'The IP address that sent in the name of the domain, or the host to which senders connected (tls).',
  }),
  aligned: z.boolean().nullable().meta({ description: 'Whether DMARC passed; null for tls.' }),
  dkim_aligned: z.boolean().nullable(),
  spf_aligned: z.boolean().nullable(),
  result: z
    .string()
    .meta({ description: '`dkim_spf`, `dkim`, `spf`, `none`; or the result of the sessions (tls).' }),
  disposition: z
    .string()
    .meta({ description: 'What the receiver did with the mail, or the type of policy (tls).' }),
  messages: z.int().meta({ description: 'The number of messages, or of sessions (tls).' }),
});

export const listReports = defineOperation({
  name: 'domains.list_reports',
  method: 'GET',
  path: '/v1/domains/{domain_id}/reports',
  summary: 'List the reports of receivers about a domain',
  description:
    'Lists the daily counts of DMARC aggregate reports (who sends in the name of the domain, and whether it is aligned) and of TLS ' +
    'reports, newest day first. Days are in UTC.',
  permission: 'domains:read',
  levels,
  target: domainTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    domain_id: pathId('domain'),
    kind: z.enum(reportKinds).optional().meta({ description: 'Only reports of this kind.' }),
    from: day.optional().meta({ description: 'The first day.' }),
    to: day.optional().meta({ description: 'The last day.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(reportDay) },
  async run(call, input) {
    const page = openPage(call, 'domains.list_reports', input);
    const beyond = page.after && ([String(page.after[0]), String(page.after[1])] satisfies ReportPosition);
    const { kind, from, to } = input;
    const rows = await listReportDays(
      call.db,
      call.target.id,
      { kind, from, to },
      { beyond, take: page.take },
    );
    return { status: 200, body: page.answer(rows, serialize, positionOf) };
  },
});

function serialize(row: ReportRow): z.output<typeof reportDay> {
  const isDmarc = row.kind === 'dmarc';
  return {
    ...row,
    aligned: isDmarc ? row.result !== 'none' : null,
    dkim_aligned: isDmarc ? row.result.includes('dkim') : null,
    spf_aligned: isDmarc ? row.result.includes('spf') : null,
  };
}
