import { resetFactors } from './reset.ts';

export const operations = [resetFactors] as const;
