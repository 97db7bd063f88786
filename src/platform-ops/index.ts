import { forgetOldAnswers } from './jobs.ts';

export const jobs = [forgetOldAnswers] as const;
