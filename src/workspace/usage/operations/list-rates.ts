import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { effectivePolicy } from '#workspace/tenants/index.ts';
import { addDays, daysBetween } from '../days.ts';
import { countRates, type RateRow, rateGroups } from '../rates-repository.ts';
import { spanInput, spanOf } from '../span.ts';
import { requireTenant } from '../tenant.ts';

const amount = z.int().min(0);
const amounts = { handed_over: amount, delivered: amount, bounced: amount, complained: amount };

const series = z.object({
  key: z.string().nullable().meta({ description: 'An identity or a domain; null for the whole workspace.' }),
  name: z.string().nullable(),
  days: z.array(z.object({ day: z.string(), ...amounts })).meta({
    description: 'The days on which mail was sent, oldest first.',
  }),
  before: z.array(z.object({ day: z.string(), ...amounts })).meta({
    description: 'The same for the same number of days before `from`.',
  }),
});

export const listRates = defineOperation({
  name: 'usage.rates',
  method: 'GET',
  path: '/console/usage/rates',
  summary: 'Read delivery, bounce and complaint rates, by identity or domain',
  description:
    'Returns, for each day in the time zone of the tenant, the number of recipients to whom mail was sent, how many of them received it, how many ' +
    'bounced and how many complained, for the whole workspace and for the 20 identities or domains with the most mail. ' +
    '`limits` contains the rates above which an identity is paused.',
  permission: 'usage:read',
  levels: ['tenant'],
  target: noTarget,
  errors: ['tenant_not_found'],
  input: z.strictObject({ ...spanInput, by: z.enum(rateGroups).default('identity') }),
  responses: {
    200: z.object({
      limits: z.object({ min_sends: amount, bounce_rate: z.number(), complaint_rate: z.number() }),
      data: z.array(series),
    }),
  },
  async run({ actor, db, services }, { from, to, by }) {
    const tenant = await requireTenant(db, actor, undefined);
    const { timezone } = tenant;
    const span = spanOf({ timezone, now: services.clock.now() }, from, to);
    const start = addDays(span.from, -1 - daysBetween(span.from, span.to));
    const rows = await countRates(db, by, { tenantId: tenant.id, timezone, from: start, to: span.to });
    const groups = [...Map.groupBy(rows, ({ key }) => key)].map(([key, ofKey]) => ({
      key,
      name: ofKey[0]!.name,
      days: daysOf(ofKey.filter(({ day }) => day >= span.from)),
      before: daysOf(ofKey.filter(({ day }) => day < span.from)),
    }));
    return { status: 200, body: { limits: effectivePolicy(tenant).abuse, data: groups } };
  },
});

const daysOf = (rows: readonly RateRow[]) => rows.map(({ key: _, name: __, ...amounts }) => amounts);
