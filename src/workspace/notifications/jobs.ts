import { digestDaily } from './digest.ts';

export const jobs = [digestDaily] as const;
