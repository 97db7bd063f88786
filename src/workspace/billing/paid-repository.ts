import { type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf } from '#kernel/data/row.ts';
import type { PaidAccount } from './subscription.ts';

const columns = columnsOf(
  'paid_accounts',
  'tenant_id',
  'customer_id',
  'subscription_id',
  'status',
  'plan_id',
  'topups',
  'current_period_end',
  'cancel_at_period_end',
  'grace_until',
);

export const findPaidAccount = (db: Queryable, tenantId: string): Promise<PaidAccount | null> =>
  db.first<PaidAccount>({
    name: 'billing.find_paid_account',
    text: `select ${columns.names} from paid_accounts where tenant_id = $1`,
    values: [tenantId],
  });

export const findPaidAccounts = (db: Queryable, tenantIds: readonly string[]): Promise<PaidAccount[]> =>
  db.rows<PaidAccount>({
    name: 'billing.find_paid_accounts',
    text: `select ${columns.names} from paid_accounts where tenant_id = any($1::text[])`,
    values: [tenantIds],
  });

/** Accounts in the order of their tenants, after the given one. */
export const listPaidAccounts = (db: Queryable, beyond: string, take: number): Promise<PaidAccount[]> =>
  db.rows<PaidAccount>({
    name: 'billing.list_paid_accounts',
    text: `select ${columns.names} from paid_accounts where tenant_id > $1 order by tenant_id limit $2`,
    values: [beyond, take],
  });

/** The account as it is now, locked until the transaction ends, with the number of the last read that was written. */
export const lockPaidAccount = (
  tx: Queryable,
  tenantId: string,
): Promise<(PaidAccount & { read_written: number }) | null> =>
  tx.first<PaidAccount & { read_written: number }>(
    sql`select ${columns.sql}, read_written from paid_accounts where tenant_id = ${tenantId} for update`,
  );

/** Records the provider's customer id of a tenant; an existing one stays. @returns the valid one */
export const addPaidAccount = async (
  db: Queryable,
  tenantId: string,
  customerId: string,
): Promise<string> => {
  const row = await db.first<{ customer_id: string }>({
    name: 'billing.add_paid_account',
    text: `insert into paid_accounts as a (tenant_id, customer_id) values ($1, $2)
           on conflict (tenant_id) do update set customer_id = a.customer_id returning customer_id`,
    values: [tenantId, customerId],
  });
  return row!.customer_id;
};

export type BegunRead = Pick<PaidAccount, 'tenant_id' | 'customer_id'> & { reads_begun: number };

/** Assigns a number to a read of the provider that begins now. Null if the customer is not a tenant here. */
export const beginRead = (db: Queryable, customerId: string): Promise<BegunRead | null> =>
  db.first<BegunRead>({
    name: 'billing.begin_read',
    text: `update paid_accounts set reads_begun = reads_begun + 1 where customer_id = $1
           returning tenant_id, customer_id, reads_begun`,
    values: [customerId],
  });

/** Writes what a read found. Lock the account first. */
export const writePaidAccount = (
  tx: Queryable,
  account: PaidAccount,
  read: number,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update paid_accounts
    set subscription_id = ${account.subscription_id}, status = ${account.status}, plan_id = ${account.plan_id},
        topups = ${JSON.stringify(account.topups)}, current_period_end = ${account.current_period_end},
        cancel_at_period_end = ${account.cancel_at_period_end}, grace_until = ${account.grace_until},
        read_written = ${read}, updated_at = ${now}
    where tenant_id = ${account.tenant_id}`);

/** Accounts whose grace period has ended while their tenant still has an unpaid plan. */
export const takeEndedGraces = (
  db: Queryable,
  now: Date,
  take: number,
): Promise<Pick<PaidAccount, 'tenant_id' | 'customer_id'>[]> =>
  db.rows<Pick<PaidAccount, 'tenant_id' | 'customer_id'>>({
    name: 'billing.take_ended_graces',
    text: `select a.tenant_id, a.customer_id from paid_accounts a join tenants t on t.id = a.tenant_id
           where a.grace_until <= $1 and a.plan_id = t.plan_id order by a.grace_until limit $2`,
    values: [now, take],
  });

/** @returns false for an event that was received before */
export const insertPaymentEvent = async (
  tx: Queryable,
  event: { id: string; type: string; customerId: string | null; now: Date },
): Promise<boolean> =>
  (await tx.run({
    name: 'billing.insert_payment_event',
    text: `insert into payment_events (id, type, customer_id, received_at) values ($1, $2, $3, $4)
           on conflict (id) do nothing`,
    values: [event.id, event.type, event.customerId, event.now],
  })) > 0;

export const deletePaymentEventsBefore = (db: Queryable, time: Date): Promise<number> =>
  db.run({
    name: 'billing.delete_payment_events_before',
    text: 'delete from payment_events where received_at < $1',
    values: [time],
  });

/** @returns the customers that the provider still has */
export const deletePaidAccountsOf = async (tx: Queryable, tenantId: string): Promise<string[]> => {
  const rows = await tx.rows<{ customer_id: string }>({
    name: 'billing.delete_paid_accounts_of',
    text: `with gone as (delete from paid_accounts where tenant_id = $1 returning customer_id),
             events as (delete from payment_events where customer_id in (select customer_id from gone))
           select customer_id from gone`,
    values: [tenantId],
  });
  return rows.map(({ customer_id }) => customer_id);
};
