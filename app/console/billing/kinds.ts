import type { RouterOutputs } from '#api/trpc/router.ts';

export type Overview = RouterOutputs['payments']['overview'];
export type Plan = Overview['plans'][number];
export type Packs = Overview['packs'];
