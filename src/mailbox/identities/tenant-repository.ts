import type { Row } from '#kernel/data/row.ts';
import type { TenantRow } from '#workspace/tenants/index.ts';

/** The fields of the tenant that sending and reading need. `effectivePolicy` of the tenants room accepts them. */
export type TenantOfIdentity = Pick<
  TenantRow,
  | 'id'
  | 'slug'
  | 'mode'
  | 'status'
  | 'address_suffix'
  | 'timezone'
  | 'partner_id'
  | 'policy'
  | 'policy_ceilings'
  | 'billing_mode'
  | 'plan_id'
  | 'topups'
  | 'created_at'
> &
  Row<'partners', 'ramp_exempt'>;

/** The columns of a tenant `t` that `nest` reads. */
export const tenantColumns = `t.id as "tenant$id", t.slug as "tenant$slug",
    t.mode as "tenant$mode", t.status as "tenant$status", t.address_suffix as "tenant$address_suffix",
    t.timezone as "tenant$timezone", t.partner_id as "tenant$partner_id", t.policy as "tenant$policy",
    t.policy_ceilings as "tenant$policy_ceilings", t.billing_mode as "tenant$billing_mode",
    t.plan_id as "tenant$plan_id", t.topups as "tenant$topups", t.created_at as "tenant$created_at",
    t.billing_mode = 'metered' and coalesce((select p.ramp_exempt from partners p where p.id = t.partner_id), false)
      as "tenant$ramp_exempt"`;

/** Adds these columns of the tenant to a query for rows that belong to it. */
export type FlatTenant = { [K in keyof TenantOfIdentity as `tenant$${K}`]: TenantOfIdentity[K] };

export function nest<Owned>(flat: Owned & FlatTenant): Owned & { tenant: TenantOfIdentity } {
  const {
    tenant$id: id,
    tenant$slug: slug,
    tenant$mode: mode,
    tenant$status: status,
    tenant$address_suffix: address_suffix,
    tenant$timezone: timezone,
    tenant$partner_id: partner_id,
    tenant$policy: policy,
    tenant$policy_ceilings: policy_ceilings,
    tenant$billing_mode: billing_mode,
    tenant$plan_id: plan_id,
    tenant$topups: topups,
    tenant$created_at: created_at,
    tenant$ramp_exempt: ramp_exempt,
    ...owned
  } = flat;
  const settings = { mode, status, address_suffix, timezone, policy, policy_ceilings };
  const account = { billing_mode, plan_id, topups, created_at, ramp_exempt };
  const tenant = { id, slug, partner_id, ...settings, ...account };
  return { ...(owned as Owned), tenant };
}
