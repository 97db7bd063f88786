import type { RouterOutputs } from '#api/trpc/router.ts';

export type Tenant = RouterOutputs['tenants']['get'];
export type Partner = RouterOutputs['partners']['get'];
export type TenantUsage = RouterOutputs['usage']['list_tenants']['data'][number];
export type DeadLetter = RouterOutputs['platform']['list_dead_letters']['data'][number];
export type Job = RouterOutputs['platform']['get_job'];
export type Captured = RouterOutputs['platform']['list_outbox']['data'][number];
export type Component = RouterOutputs['platform']['health']['components'][number];

export const tenantsKey = ['tenants'] as const;
export const partnersKey = ['partners'] as const;
