import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { findPaidAccount } from '#workspace/billing/index.ts';
import { ownTenant } from '../customer.ts';
import { requirePayments } from '../provider.ts';

/** The number of listed invoices: two years of monthly ones. The provider's page has all of them. */
const TAKEN = 24;

export const listInvoices = defineOperation({
  name: 'payments.list_invoices',
  method: 'GET',
  path: '/console/billing/invoices',
  summary: 'List the newest invoices',
  permission: 'tenants:manage',
  levels: ['tenant'],
  target: noTarget,
  errors: ['tenant_not_found', 'payments_disabled', 'upstream_error', 'upstream_rate_limited'],
  input: z.strictObject({}),
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          number: z.string().nullable(),
          status: z.string().nullable(),
          total: z.int().meta({ description: 'In the smallest unit of the currency.' }),
          amount_due: z.int(),
          currency: z.string(),
          created_at: timestamp,
          url: z.string().nullable(),
          pdf_url: z.string().nullable(),
        }),
      ),
    }),
  },
  async run({ actor, db, services }) {
    const payments = requirePayments(services);
    const tenant = await ownTenant(services, actor);
    const account = await findPaidAccount(db, tenant.id);
    const invoices = account ? await payments.invoices(account.customer_id, TAKEN) : [];
    const data = invoices.map(({ amountDue, createdAt, pdfUrl, ...invoice }) => ({
      ...invoice,
      amount_due: amountDue,
      created_at: createdAt.toISOString(),
      pdf_url: pdfUrl,
    }));
    return { status: 200, body: { data } };
  },
});
