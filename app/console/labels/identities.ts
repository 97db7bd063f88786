import type { RouterOutputs } from '#api/trpc/router.ts';
import type { Identity } from '../data/trpc.ts';
import type { Tone } from '../parts/badge.tsx';

type Label = { name: string; tone: Tone };
type Address = Identity['addresses'][number];
type SigningKey = RouterOutputs['signing']['list_keys']['data'][number];

export const addressRoles: Record<Address['role'], string> = { primary: 'Primary', alias: 'Alias' };

export const addressStates: Record<Address['status'], Label> = {
  pending: { name: 'Waiting for its domain', tone: 'warn' },
  active: { name: 'Active', tone: 'good' },
  retiring: { name: 'Retiring', tone: 'warn' },
  retired: { name: 'Retired', tone: 'neutral' },
};

export const signingKeyStates: Record<SigningKey['status'], Label> = {
  active: { name: 'Active', tone: 'good' },
  retiring: { name: 'Retiring', tone: 'warn' },
  revoked: { name: 'Revoked', tone: 'neutral' },
};
