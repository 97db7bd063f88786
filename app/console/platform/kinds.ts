import type { RouterOutputs } from '#api/trpc/router.ts';
import type { Tone } from '../parts/badge.tsx';

export type Tenant = RouterOutputs['tenants']['get'];
export type Partner = RouterOutputs['partners']['get'];
export type DeadLetter = RouterOutputs['platform']['list_dead_letters']['data'][number];
export type Job = RouterOutputs['platform']['get_job'];
export type Captured = RouterOutputs['platform']['list_outbox']['data'][number];
export type Component = RouterOutputs['platform']['health']['components'][number];

export const tenantsKey = ['tenants'] as const;
export const partnersKey = ['partners'] as const;

/** Tenants and partners: how grave their state is. */
export const stateTone = (status: string): Tone => {
  if (status === 'active') return 'good';
  return status === 'suspended' ? 'warn' : 'neutral';
};

/** A code of the API as a person would say it: `search_reindex` is "Search reindex". */
export const words = (code: string): string => {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
